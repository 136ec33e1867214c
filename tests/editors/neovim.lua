-- Drives Neovim as a user does, with what docs/editors/neovim.md has one paste, and prints what is to be seen.
-- It has the program open. Nothing is slept for: vim.wait looks again until what is waited for is there.
local PATIENCE = 60000

local function say(what, lines)
  io.stdout:write('== ' .. what .. '\n')
  for _, line in ipairs(lines) do
    io.stdout:write(line .. '\n')
  end
end

local function await(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    io.stdout:write('waited in vain for ' .. what .. '\n')
    vim.cmd('cquit 1')
  end
end

local function diagnostics()
  return vim.tbl_map(function(each)
    return (each.lnum + 1) .. ': ' .. each.code
  end, vim.diagnostic.get(0))
end

local function hints()
  return vim.tbl_map(function(each)
    local label = each.inlay_hint.label
    if type(label) == 'table' then
      label = table.concat(vim.tbl_map(function(part) return part.value end, label))
    end
    return (each.inlay_hint.position.line + 1) .. ': ' .. label
  end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
end

local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return window
    end
  end
end

local buffer = vim.api.nvim_get_current_buf()
await('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end)
say('diagnostics', diagnostics())
await('hints', function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
say('hints', hints())

vim.api.nvim_win_set_cursor(0, { 18, 18 })
vim.lsp.buf.hover()
await('a hover', function() return floating() ~= nil end)
say('hover', { vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(floating()), 0, 1, false)[1] })
vim.api.nvim_win_close(floating(), true)

vim.cmd('OrchlensCpp')
await('the C++', function() return vim.bo.filetype == 'cpp' end)
say('C++', vim.tbl_filter(function(line) return line:find('rt_submit') end,
  vim.api.nvim_buf_get_lines(0, 0, -1, false)))
vim.cmd('close')

vim.api.nvim_win_set_cursor(0, { 18, 18 })
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action) return action.title:find('deps=', 1, true) ~= nil end,
})
await('the edit', function() return vim.fn.getline(18):find('deps=', 1, true) ~= nil end)
say('mended', vim.api.nvim_buf_get_lines(buffer, 16, 18, false))
vim.fn.cursor(18, vim.fn.getline(18):find('scale_done', 1, true))
vim.lsp.buf.definition()
await('the definition', function() return vim.api.nvim_win_get_cursor(0)[1] ~= 18 end)
local place = vim.api.nvim_win_get_cursor(0)
say('definition', { place[1] .. ': ' .. vim.api.nvim_get_current_line():sub(place[2] + 1) })

await('no diagnostic', function() return #vim.diagnostic.get(buffer) == 0 end)
say('diagnostics', diagnostics())
vim.cmd('qall!')
