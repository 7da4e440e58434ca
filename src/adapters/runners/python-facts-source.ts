/**
 * Python for the facts of an exception, as `pytest-error.ts` reads them: part of what Pawl loads into a test run. Expects `os`,
 * `re` and `sys` in its scope.
 */
export const pythonFactsSource = String.raw`
def _text(value, most=8192):
    try:
        return str(value)[:most]
    except BaseException:
        return "an error that can't be shown"


def _file_of_module(name):
    module = sys.modules.get(name)
    return getattr(module, "__file__", None) if isinstance(name, str) else None


def _owner(error):
    # What lacks the attribute: a module, a class, or an object by its class. Python 3.10 and later tell it.
    thing = getattr(error, "obj", None)
    if thing is None:
        match = re.match(r"module '([^']+)' has no attribute '([^']+)'", _text(error))
        return (_file_of_module(match.group(1)), match.group(2)) if match else (None, None)
    if isinstance(thing, type(sys)):
        return getattr(thing, "__file__", None), error.name
    kind = thing if isinstance(thing, type) else type(thing)
    return _file_of_module(kind.__module__), error.name


def _raised_in(error):
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return os.path.abspath(trace.tb_frame.f_code.co_filename) if trace is not None else None


def _error_facts(error, test_file):
    facts = {"classes": [], "message": _text(error)}
    try:
        facts["classes"] = ["%s.%s" % (kind.__module__, kind.__qualname__) for kind in type(error).__mro__]
        if isinstance(error, ImportError):
            facts["module"] = error.name
            facts["path"] = error.path
            wanted = re.match(r"cannot import name '?([^' ]+)'?", facts["message"])
            facts["wanted"] = getattr(error, "name_from", None) or (wanted.group(1) if wanted else None)
        elif isinstance(error, SyntaxError):
            facts["path"] = error.filename
        elif isinstance(error, AttributeError) and _raised_in(error) == test_file:
            facts["path"], facts["wanted"] = _owner(error)
    except Exception:
        pass
    return {name: value if value is None or isinstance(value, list) else _text(value) for name, value in facts.items()}
`;
