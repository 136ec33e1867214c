package dev.orchlens.module.library;

import java.util.Set;

/**
 * Top-level packages that are not looked into: Python's standard library and libraries usual beside
 * PyPTO.
 */
final class KnownLibraries {
  private static final Set<String> NAMES =
      Set.of(
          """
          abc argparse array ast asyncio atexit base64 binascii bisect bz2 calendar cmath cmd code codecs codeop collections
          colorsys compileall concurrent configparser contextlib contextvars copy copyreg cProfile csv ctypes curses
          dataclasses datetime dbm decimal difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl
          filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib
          heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma
          mailbox marshal math mimetypes mmap modulefinder multiprocessing netrc numbers operator optparse os pathlib pdb
          pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile
          pyclbr pydoc queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors
          shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct
          subprocess symtable sys sysconfig syslog tabnanny tarfile tempfile termios test textwrap threading time timeit
          tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib
          uuid venv warnings wave weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
          torch torch_npu torchvision numpy scipy pandas matplotlib pytest hypothesis yaml tqdm transformers safetensors
          huggingface_hub tokenizers sentencepiece einops ml_dtypes jax sympy networkx nanobind pybind11 setuptools
          typing_extensions packaging requests rich click attr attrs pydantic psutil simpler
          """
              .strip()
              .split("\\s+"));

  private KnownLibraries() {}

  /** Whether a top-level name is such a package. */
  static boolean contains(String name) {
    return NAMES.contains(name);
  }
}
