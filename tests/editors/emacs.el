;;; Drives Emacs as a user does, with what docs/editors/emacs.md has one paste, and prints what is to be seen.  -*- lexical-binding: t -*-
;; Arguments: the program. Nothing is slept for: what is waited for is looked at again whenever the server has said something.

(defconst patience 60)

(defun say (what lines)
  (princ (format "== %s\n" what))
  (dolist (line lines) (princ (format "%s\n" line))))

(defun await (what condition)
  (let ((end (+ (float-time) patience)) found)
    (while (not (or (setq found (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.02))
    (unless found
      (princ (format "waited in vain for %s\n" what))
      (kill-emacs 1))
    found))

(defun line-text (line)
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- line))
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun to (line text)
  (goto-char (point-min))
  (forward-line (1- line))
  (search-forward text (line-end-position))
  (goto-char (match-beginning 0)))

(defun diagnostics ()
  (mapcar (lambda (each)
            (format "%d: %s" (line-number-at-pos (flymake-diagnostic-beg each))
                    (let ((text (flymake-diagnostic-text each)))
                      (string-match "\\[\\([^]]*\\)\\]" text)
                      (match-string 1 text))))
          (flymake-diagnostics)))

(let ((file (car command-line-args-left)))
  (setq command-line-args-left nil)
  (find-file file)
  (switch-to-buffer (current-buffer))
  ;; A batch has no loop of commands, behind one of which eglot connects.
  (run-hooks 'post-command-hook)
  (await "the server" #'eglot-current-server)
  (await "a diagnostic" (lambda () (flymake-start) (flymake-diagnostics)))
  (say "diagnostics" (diagnostics))

  (let* ((range (list :start (list :line 0 :character 0) :end (list :line 99 :character 0)))
         (hints (jsonrpc-request (eglot-current-server) :textDocument/inlayHint
                                 (list :textDocument (eglot--TextDocumentIdentifier) :range range))))
    (say "hints"
         (mapcar (lambda (hint)
                   (let ((label (plist-get hint :label)))
                     (format "%d: %s" (1+ (plist-get (plist-get hint :position) :line))
                             (if (stringp label) label
                               (mapconcat (lambda (part) (plist-get part :value)) label "")))))
                 hints)))

  (to 18 "scale")
  (let (hover)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover text)))
    (await "a hover" (lambda () hover))
    (say "hover" (list (car (split-string (substring-no-properties hover) "\n" t)))))

  (orchlens-cpp)
  (with-current-buffer "*Orchlens C++*"
    (say "C++" (seq-filter (lambda (line) (string-match-p "rt_submit" line))
                           (split-string (buffer-string) "\n"))))

  (to 18 "self")
  (let ((actions (eglot-code-actions (point) (line-end-position) nil nil)))
    (let ((fix (seq-find (lambda (action) (string-match-p "deps=" (plist-get action :title))) actions)))
      (eglot--apply-workspace-edit (plist-get fix :edit))))
  (say "mended" (list (line-text 17) (line-text 18)))
  (save-buffer)

  (to 18 "scale_done")
  (call-interactively #'xref-find-definitions)
  (say "definition"
       (list (format "%d: %s" (line-number-at-pos)
                     (buffer-substring-no-properties (point) (line-end-position)))))

  (await "no diagnostic" (lambda () (flymake-start) (null (flymake-diagnostics))))
  (say "diagnostics" (diagnostics))
  (set-buffer-modified-p nil)
  (kill-emacs 0))
