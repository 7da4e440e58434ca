import { pythonFactsSource } from '../python-facts-source.js';
import { resultSource } from './result-source.js';

/**
 * A program that runs unittest as `python -m unittest` does and writes what it saw as sealed lines (`sealed-file.ts`):
 * exact exception classes, also of test files that can't be imported, of which unittest keeps only text.
 * Works from Python 3.8 on.
 *
 * It is started by its path, so that no module of the project can take its place, and takes the key before one is
 * loaded. unittest runs tests in its own process: a test that ends it or writes into the result is seen; one that
 * searches this program's memory, or rewrites unittest's classes there, is not, as with pytest.
 */
export const runnerFile = 'pawl_unittest.py';

export const runnerSource = String.raw`# Written by Pawl for one test run.
import hashlib
import hmac
import json
import os
import re
import sys
import time
import unittest

${pythonFactsSource}

def _sealed_writer(here):
    with open(os.path.join(here, "pawl-key"), "rb") as source:
        key = source.read()
    os.unlink(os.path.join(here, "pawl-key"))
    out = os.open(os.path.join(here, "pawl-events.jsonl"), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
    state = {"count": 0}
    dumps = json.dumps

    def write(record):
        body = dumps(record)
        text = "%d:%s" % (state["count"], body)
        seal = hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()[:32]
        state["count"] += 1
        line = ("%s %s\n" % (seal, body)).encode("ascii")
        while line:
            line = line[os.write(out, line) :]

    return write


def _file_below(folders, name):
    # The file that a module's dotted name stands for, or the longest part of the name that is one.
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        for folder in folders:
            stem = os.path.join(folder, *parts[:length])
            for path in (stem + ".py", os.path.join(stem, "__init__.py")):
                if os.path.isfile(path):
                    return os.path.abspath(path)
    return None


def _main():
    here = os.path.dirname(os.path.abspath(__file__))
    write = _sealed_writer(here)
    cwd = os.getcwd()
    # As -m has it.
    if sys.path and os.path.abspath(sys.path[0]) == here:
        sys.path[0] = cwd
    sys.argv[0] = "python3 -m unittest"
    causes = {}

    def file_of_name(name):
        tops = [loader._top_level_dir or cwd, cwd]
        path = _file_below(tops + [one or cwd for one in sys.path], name)
        return path or os.path.join(tops[0], *name.split(".")) + ".py"

    def is_absent(name, error):
        # The module that the command itself names is not there: a repository without that test.
        missing = getattr(error, "name", None) if isinstance(error, ImportError) else None
        return missing is not None and (name == missing or name.startswith(missing + "."))

    class Broken(unittest.TestCase):
        def __init__(self, name, error):
            super().__init__("runTest")
            self.pawl_name = name
            self.pawl_error = error

        def __str__(self):
            return self.pawl_name

        def runTest(self):
            raise self.pawl_error

    class Loader(unittest.TestLoader):
        def _get_module_from_name(self, name):
            try:
                return super()._get_module_from_name(name)
            except unittest.SkipTest:
                raise
            except BaseException as error:
                causes[name] = error
                raise

        def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
            try:
                return super().discover(start_dir, pattern, top_level_dir)
            except ImportError as error:
                if str(error).startswith("Start directory is not importable") and not os.path.exists(start_dir):
                    return self.suiteClass()
                raise

        def loadTestsFromName(self, name, module=None):
            if module is not None:
                return super().loadTestsFromName(name, module)
            parts = name.split(".")
            failed = None
            for length in range(len(parts), 0, -1):
                tried = ".".join(parts[:length])
                try:
                    __import__(tried)
                    break
                except KeyboardInterrupt:
                    raise
                except unittest.SkipTest:
                    break
                except ImportError as error:
                    failed = (tried, error)
                except BaseException as error:
                    return Broken(tried, error)
            if failed is not None and is_absent(*failed) and not os.path.exists(file_of_name(failed[0])):
                return self.suiteClass()
            found = super().loadTestsFromName(name, module)
            cases = list(found) if isinstance(found, unittest.TestSuite) else [found]
            is_failed = len(cases) == 1 and is_loader_case(cases[0], "_FailedTest")
            return Broken(*failed) if failed is not None and is_failed else found

    def module_file(name):
        module = sys.modules.get(name)
        path = getattr(module, "__file__", None)
        return os.path.abspath(path) if path else None

    def place_of(test):
        document = getattr(test, "_dt_test", None)
        if document is not None:
            path = document.filename
            return (os.path.abspath(path) if path else None, [document.name])
        function = getattr(test, "_testFunc", None)
        if function is not None:
            return module_file(function.__module__), [function.__name__]
        kind = type(test)
        return module_file(kind.__module__), [kind.__qualname__, getattr(test, "_testMethodName", str(test))]

    def stage_of(error):
        # An assertion counts as the test's own only in its body.
        trace = error.__traceback__
        own = None
        while trace is not None:
            code = trace.tb_frame.f_code
            if "unittest" in os.path.basename(os.path.dirname(code.co_filename)):
                if code.co_name in ("_callSetUp", "_callTearDown", "_callCleanup", "doCleanups"):
                    return "around"
            elif own is None:
                own = code.co_name
            trace = trace.tb_next
        return "around" if own in ("setUp", "tearDown", "asyncSetUp", "asyncTearDown") else "call"

    def is_loader_case(test, name):
        return type(test).__name__ == name and type(test).__module__.startswith("unittest.")

${resultSource}

    class Runner(unittest.TextTestRunner):
        resultclass = Result

        def run(self, test):
            write({"type": "start", "cwd": cwd, "python": "%d.%d.%d" % sys.version_info[:3]})
            result = super().run(test)
            write({"type": "end", "successful": result.wasSuccessful()})
            return result

    loader = Loader()
    unittest.main(module=None, testLoader=loader, testRunner=Runner)


def _prefixes(name):
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


if __name__ == "__main__":
    _main()
`;
