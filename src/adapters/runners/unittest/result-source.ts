/**
 * Python for the result class of the runner (`runner-source.ts`), inside of whose main function it stands: one record
 * when a test begins and one when it has ended, with the first failure; records of their own for what fails outside of tests.
 */
export const resultSource = String.raw`    class Result(unittest.TextTestResult):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.pawl_open = {}

        def pawl_begin(self, test):
            path, names = place_of(test)
            seen = {"type": "test", "file": path, "names": [_text(name, 65536) for name in names], "state": None, "error": None}
            seen["started"] = time.monotonic()
            self.pawl_open[id(test)] = seen
            return seen

        def pawl_note(self, test, state, error=None, stage=None):
            test = getattr(test, "test_case", test)
            seen = self.pawl_open.get(id(test))
            loose = seen is None
            if loose:
                seen = self.pawl_begin(test)
            if seen["state"] != "failed":
                seen["state"] = state
                if error is not None:
                    seen["error"] = _error_facts(error, seen["file"])
                    seen["stage"] = stage
            if loose:
                self.pawl_close(test)

        def pawl_close(self, test):
            seen = self.pawl_open.pop(id(test), None)
            if seen is not None:
                seen["seconds"] = time.monotonic() - seen.pop("started")
                write(seen)

        def pawl_failed(self, test, info, is_failure):
            error = info[1]
            if isinstance(test, Broken):
                path = file_of_name(test.pawl_name)
                return write({"type": "load", "file": path, "error": _error_facts(test.pawl_error, path)})
            if is_loader_case(test, "_FailedTest"):
                name = test._testMethodName
                path = file_of_name(name)
                cause = causes.get(name) or getattr(test, "_exception", error)
                return write({"type": "load", "file": path, "error": _error_facts(cause, path)})
            if not isinstance(test, unittest.TestCase) and not hasattr(test, "test_case"):
                # setUpClass, setUpModule and their like: "setUpClass (tests.test_cart.TestCart)".
                told = re.search(r"\(([^()]+)\)$", _text(test.id()))
                name = told.group(1) if told else ""
                path = next((module_file(one) for one in _prefixes(name) if module_file(one)), None)
                return write({"type": "outside", "file": path, "title": _text(test.id(), 400), "error": _error_facts(error, path)})
            stage = stage_of(error)
            self.pawl_note(test, "failed", error, stage)
            if is_failure and stage == "call":
                seen = self.pawl_open.get(id(getattr(test, "test_case", test)))
                if seen is not None and seen["error"] is not None:
                    seen["error"]["classes"].append("builtins.AssertionError")

        def startTest(self, test):
            super().startTest(test)
            if isinstance(test, Broken) or is_loader_case(test, "_FailedTest"):
                return
            if not is_loader_case(test, "ModuleSkipped"):
                seen = self.pawl_begin(test)
                write({"type": "begin", "file": seen["file"], "names": seen["names"]})

        def stopTest(self, test):
            super().stopTest(test)
            self.pawl_close(test)

        def addSuccess(self, test):
            super().addSuccess(test)
            self.pawl_note(test, "passed")

        def addError(self, test, err):
            super().addError(test, err)
            self.pawl_failed(test, err, False)

        def addFailure(self, test, err):
            super().addFailure(test, err)
            self.pawl_failed(test, err, True)

        def addSubTest(self, test, subtest, err):
            super().addSubTest(test, subtest, err)
            if err is not None:
                self.pawl_failed(test, err, issubclass(err[0], test.failureException))

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            # A module or class that is skipped as a whole has no test that could be told.
            if isinstance(test, unittest.TestCase) and not is_loader_case(test, "ModuleSkipped"):
                self.pawl_note(test, "skipped")

        def addExpectedFailure(self, test, err):
            super().addExpectedFailure(test, err)
            self.pawl_note(test, "todo")

        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            error = RuntimeError("the test is marked as expected to fail, and passed")
            self.pawl_note(test, "failed", error, "call")`;
