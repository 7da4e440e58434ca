import { pythonFactsSource } from '../python-facts-source.js';

/**
 * A pytest plugin that writes what pytest saw as sealed lines (`sealed-file.ts`): exact exception classes instead of
 * text. With pytest-xdist the workers attach their facts to the reports, and only the controller writes. Works
 * from Python 3.6 and pytest 6.2 on.
 */
export const pluginName = 'pawl_pytest_report';

export const pluginSource = String.raw`# Written by Pawl for one test run.
import hashlib
import hmac
import json
import os
import re
import sys

import pytest


def _sealed_writer():
    here = os.path.dirname(os.path.abspath(__file__))
    try:
        with open(os.path.join(here, "pawl-key"), "rb") as source:
            key = source.read()
        os.unlink(os.path.join(here, "pawl-key"))
        out = os.open(os.path.join(here, "pawl-events.jsonl"), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        return None
    state = {"count": 0}

    def write(record):
        body = json.dumps(record)
        text = "%d:%s" % (state["count"], body)
        seal = hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()[:32]
        state["count"] += 1
        line = ("%s %s\n" % (seal, body)).encode("ascii")
        while line:
            line = line[os.write(out, line) :]

    return write


_write = None


def pytest_configure(config):
    global _write
    if hasattr(config, "workerinput"):
        return
    _write = _sealed_writer()
    if _write:
        _write({"type": "start", "cwd": os.getcwd(), "rootdir": str(config.rootdir), "pytest": pytest.__version__})


${pythonFactsSource}

def _facts(error, test_file):
    # Its own wrapper around what went wrong while a file was collected.
    if type(error).__name__ == "CollectError" and error.__cause__ is not None:
        error = error.__cause__
    return _error_facts(error, test_file)


def _file_of(node):
    return str(getattr(node, "path", None) or node.fspath)


def _names(item):
    chain = item.listchain()
    files = [index for index, node in enumerate(chain) if isinstance(node, pytest.File)]
    return [_text(node.name, 65536) for node in chain[files[-1] + 1 :] if node.name != "()"] if files else [_text(item.name, 65536)]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if outcome.excinfo is None:
        error = call.excinfo.value if call.excinfo is not None else None
        outcome.get_result().pawl = {
            "file": _file_of(item),
            "names": _names(item),
            "error": None if error is None else _facts(error, _file_of(item)),
        }


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    outcome = yield
    if outcome.excinfo is not None:
        return
    report = outcome.get_result()
    info = getattr(getattr(report, "call", None), "excinfo", None)
    if report.outcome == "failed" and info is not None:
        report.pawl = {"file": _file_of(collector), "error": _facts(info.value, _file_of(collector))}


def pytest_runtest_logreport(report):
    if _write:
        _write(
            {
                "type": "report",
                "nodeid": report.nodeid,
                "when": report.when,
                "outcome": report.outcome,
                "expected": hasattr(report, "wasxfail"),
                "part": hasattr(report, "context"),
                "seconds": getattr(report, "duration", 0),
                "text": _text(getattr(report, "longrepr", None)) if report.outcome == "failed" else None,
                "seen": getattr(report, "pawl", None),
            }
        )


def pytest_collectreport(report):
    if _write and report.outcome == "failed":
        _write(
            {
                "type": "collect",
                "nodeid": report.nodeid,
                "text": _text(getattr(report, "longrepr", None)),
                "seen": getattr(report, "pawl", None),
            }
        )


def pytest_keyboard_interrupt(excinfo):
    if _write:
        _write({"type": "interrupt", "text": _text(excinfo.value)})


def pytest_internalerror(excrepr):
    if _write:
        _write({"type": "internal", "text": _text(excrepr)})


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    if _write:
        _write({"type": "end", "status": int(exitstatus)})
`;
