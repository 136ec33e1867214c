#!/usr/bin/env python3
"""Writes down what Python itself answers to the expressions of python-answers.txt.

The evaluator of module-level code is tested against these answers. Add an expression as a line of its own and run this
with Python 3.11; what stands behind the arrow is written anew.
"""
import pathlib
import sys

FILE = pathlib.Path(__file__).parent.parent / "server/src/test/resources/dev/orchlens/module/python-answers.txt"
ARROW = " --> "


def answer(expression):
    try:
        return repr(eval(expression, {}))
    except Exception as raised:
        return "raises " + type(raised).__name__


def main():
    if sys.version_info[:2] != (3, 11):
        sys.exit("this needs Python 3.11, whose answers these are")
    lines = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        expression = line.split(ARROW)[0].strip()
        is_expression = expression and not expression.startswith("#")
        lines.append(expression + ARROW + answer(expression) if is_expression else line)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
