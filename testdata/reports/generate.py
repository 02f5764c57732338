#!/usr/bin/env python3
"""Writes the reports of tools that cannot run here: xcresulttool's three forms and JUnit XML of several writers.

The forms are facts (the schema that `xcrun xcresulttool help get test-results tests` prints, the writers' source); the
names and sentences are ours. Writes beside itself; the same bytes every time.
"""
import json
import pathlib

HERE = pathlib.Path(__file__).parent


def case(name, result, children=(), suite="PostageTests", title=None):
    node = {
        "name": title or name,
        "nodeIdentifier": f"{suite}/{name}",
        "nodeType": "Test Case",
        "result": result,
        "duration": "0,01s",
        "durationInSeconds": 0.01,
    }
    if children:
        node["children"] = list(children)
    return node


def message(text):
    return {"name": text, "nodeType": "Failure Message", "result": "Failed"}


def repetition(number, result, *children):
    node = {"name": f"Retry {number}", "nodeIdentifier": str(number), "nodeType": "Repetition", "result": result}
    if children:
        node["children"] = list(children)
    return node


def group(kind, name, result, children):
    return {"name": name, "nodeType": kind, "result": result, "children": children}


TESTS = {
    "devices": [{"deviceName": "iPhone", "deviceId": "0", "architecture": "arm64", "modelName": "iPhone", "osVersion": "26.0"}],
    "testPlanConfigurations": [{"configurationId": "1", "configurationName": "Default"}],
    "testNodes": [
        group("Test Plan", "Parcels", "Failed", [
            group("Unit test bundle", "ParcelsTests", "Failed", [
                group("Test Suite", "PostageTests", "Failed", [
                    case("testLightParcel()", "Passed"),
                    case("testHeavyParcel()", "Failed", [message("PostageTests.swift:12: XCTAssertEqual failed: (\"390\") is not equal to (\"400\") - rate table")]),
                    case("testSpringLetters()", "Skipped", [message("Test skipped - letters come in spring")]),
                    case("testKnownGap()", "Expected Failure", [message("PostageTests.swift:30: no rate yet")]),
                    case("testScale()", "Passed", [
                        repetition(1, "Failed", message("PostageTests.swift:40: scale not ready")),
                        repetition(2, "Passed"),
                    ]),
                    case("countries(name:)", "Failed", [
                        {"name": "\"Atlantis\"", "nodeType": "Arguments", "result": "Failed", "children": [message("CountryTests.swift:7: Expectation failed: rate(name) != nil")]},
                        {"name": "\"Malta\"", "nodeType": "Arguments", "result": "Passed"},
                    ], title="Every country has a rate"),
                ]),
            ]),
            group("UI test bundle", "ParcelsUITests", "Failed", [
                group("Test Suite", "LaunchTests", "Failed", []),
            ]),
        ])
    ],
}

SUMMARY = {
    "title": "Test - Parcels",
    "environmentDescription": "Parcels",
    "result": "Failed",
    "totalTestCount": 6,
    "passedTests": 2,
    "failedTests": 2,
    "skippedTests": 1,
    "expectedFailures": 1,
    "statistics": [],
    "topInsights": [{"impact": "2 of 6", "category": "failure", "text": "2 tests failed in PostageTests"}],
    "testFailures": [
        {"testName": "testHeavyParcel()", "targetName": "ParcelsTests", "testIdentifier": 2, "testIdentifierString": "PostageTests/testHeavyParcel()", "failureText": "XCTAssertEqual failed: (\"390\") is not equal to (\"400\") - rate table"},
        {"testName": "Every country has a rate", "targetName": "ParcelsTests", "testIdentifier": 6, "testIdentifierString": "PostageTests/countries(name:)", "failureText": "Expectation failed: rate(name) != nil"},
    ],
    "devicesAndConfigurations": [],
}


def typed(type_name, /, **properties):
    return {"_type": {"_name": type_name}, **properties}


def text(value):
    return typed("String", _value=value)


def number(value):
    return typed("Int", _value=str(value))


def array(*values):
    return typed("Array", _values=list(values))


def issue(kind, location, **properties):
    place = typed("DocumentLocation", url=text(location))
    return typed(kind, documentLocationInCreatingWorkspace=place, **{key: text(value) for key, value in properties.items()})


ISSUES = typed(
    "ResultIssueSummaries",
    testFailureSummaries=array(
        issue("TestFailureIssueSummary", "file:///home/user/parcels/Postage%20Tests.swift#EndingLineNumber=11&StartingLineNumber=11", issueType="Uncategorized", message="XCTAssertEqual failed: rate table", producingTarget="ParcelsTests", testCaseName="PostageTests.testHeavyParcel()"),
        issue("TestFailureIssueSummary", "", issueType="Uncategorized", message="scale not ready", producingTarget="ParcelsTests", testCaseName="-[ScaleTests testScale]"),
    ),
    errorSummaries=array(),
    warningSummaries=array(issue("IssueSummary", "file:///home/user/parcels/Postage.swift#StartingLineNumber=3", issueType="Swift Compiler Warning", message="variable was never used")),
)
RECORD = typed(
    "ActionsInvocationRecord",
    actions=array(typed("ActionRecord", actionResult=typed("ActionResult", issues=ISSUES, status=text("failed"), testsRef=typed("Reference", id=text("0~abc"))))),
    issues=ISSUES,
    metrics=typed("ResultMetrics", testsCount=number(4), testsFailedCount=number(2), testsSkippedCount=number(1), warningCount=number(1)),
)


def leaf(identifier, status):
    return typed("ActionTestMetadata", name=text(identifier.split("/")[-1]), identifier=text(identifier), testStatus=text(status))


def testable(*leaves):
    tests = typed("ActionTestSummaryGroup", name=text("All tests"), subtests=array(*leaves))
    return typed("ActionTestableSummary", name=text("ParcelsTests"), targetName=text("ParcelsTests"), tests=array(tests))


SUMMARIES = typed(
    "ActionTestPlanRunSummaries",
    summaries=array(typed("ActionTestPlanRunSummary", testableSummaries=array(
        testable(leaf("PostageTests/testHeavyParcel()", "Failure"), leaf("PostageTests/testLightParcel()", "Success"), leaf("PostageTests/testSpringLetters()", "Skipped"), leaf("ScaleTests/testScale", "Failure")),
    ))),
)

BUILD = {
    "actionTitle": "Build \"Parcels\"",
    "status": "failed",
    "errorCount": 1,
    "warningCount": 1,
    "analyzerWarningCount": 0,
    "errors": [{"issueType": "Swift Compiler Error", "message": "cannot find 'rate' in scope", "targetName": "Parcels", "sourceURL": "file:///home/user/parcels/Postage.swift#EndingLineNumber=4&StartingLineNumber=4"}],
    "warnings": [{"issueType": "Swift Compiler Warning", "message": "variable was never used", "targetName": "Parcels", "sourceURL": "file:///home/user/parcels/Postage.swift#StartingLineNumber=2"}],
    "analyzerWarnings": [],
}

XML = {
    "pytest.xml": """<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="2" failures="1" skipped="2" tests="6" time="0.050" timestamp="2026-01-01T00:00:00.000000+00:00" hostname="box"><testcase classname="tests.test_parcels.TestRates" name="test_light" time="0.001" /><testcase classname="tests.test_parcels.TestRates" name="test_heavy[2000-400]" time="0.001"><failure message="AssertionError: rate table&#10;assert 390 == 400">self = &lt;test_parcels.TestRates object at 0x7f00&gt;

    def test_heavy(self):
&gt;       assert postage(2000) == 400, "rate table"
E       AssertionError: rate table
E       assert 390 == 400

tests/test_parcels.py:12: AssertionError</failure></testcase><testcase classname="tests.test_parcels.TestRates" name="test_heavy[2000-400]" time="0.001"><error message="failed on teardown with &quot;OSError: scale locked&quot;">tests/conftest.py:7: OSError</error></testcase><testcase classname="tests.test_parcels" name="test_letters" time="0.001"><skipped type="pytest.skip" message="letters come in spring">/home/user/parcels/tests/test_parcels.py:20: letters come in spring</skipped></testcase><testcase classname="tests.test_parcels" name="test_gap" time="0.001"><skipped type="pytest.xfail" message="no rate yet" /></testcase><testcase classname="tests.test_parcels" name="test_scale" time="0.001"><error message="failed on setup with &quot;RuntimeError: no scale&quot;">@pytest.fixture
    def scale():
&gt;       raise RuntimeError("no scale")
E       RuntimeError: no scale

tests/conftest.py:3: RuntimeError</error><system-out>--------------------------------- Captured Log ---------------------------------
looking for a scale</system-out></testcase></testsuite></testsuites>
""",
    "surefire.xml": """<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="org.parcels.PostageTest" time="0.1" tests="4" errors="1" skipped="1" failures="1" flakes="1">
  <properties><property name="java.version" value="21"/></properties>
  <testcase name="light" classname="org.parcels.PostageTest" time="0.01"><system-out><![CDATA[FAILED? no: <failure>]]></system-out></testcase>
  <testcase name="heavy" classname="org.parcels.PostageTest" time="0.01">
    <failure message="rate table ==&gt; expected: &lt;400&gt; but was: &lt;390&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: rate table ==> expected: <400> but was: <390>
\tat org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)
\tat org.parcels.PostageTest.heavy(PostageTest.java:21)
]]></failure>
    <rerunFailure message="rate table ==&gt; expected: &lt;400&gt; but was: &lt;390&gt;" type="org.opentest4j.AssertionFailedError"><stackTrace><![CDATA[org.opentest4j.AssertionFailedError: rate table ==> expected: <400> but was: <390>
\tat org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)
\tat org.parcels.PostageTest.heavy(PostageTest.java:21)
]]></stackTrace><system-out>second</system-out></rerunFailure>
  </testcase>
  <testcase name="scale" classname="org.parcels.PostageTest" time="0.01">
    <error message="no scale" type="java.io.IOException">java.io.IOException: no scale
\tat org.parcels.Scale.open(Scale.java:8)
\tat org.parcels.PostageTest.scale(PostageTest.java:30)
Caused by: java.lang.IllegalStateException: unplugged
\t... 2 more
</error>
  </testcase>
  <testcase name="letters" classname="org.parcels.PostageTest" time="0"><skipped message="letters come in spring"/></testcase>
</testsuite>
""",
    "googletest.xml": """<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" disabled="1" errors="0" time="0.01" name="AllTests">
  <testsuite name="Postage" tests="3" failures="1" disabled="1" skipped="0" errors="0" time="0.01">
    <testcase name="Light" file="postage_test.cc" line="5" status="run" result="completed" time="0" classname="Postage" />
    <testcase name="DISABLED_Letters" file="postage_test.cc" line="9" status="notrun" result="suppressed" time="0" classname="Postage" />
    <testcase name="Heavy" file="postage_test.cc" line="13" status="run" result="completed" time="0" classname="Postage">
      <failure message="postage_test.cc:14&#x0A;Expected equality of these values:&#x0A;  postage(2000)&#x0A;    Which is: 390&#x0A;  400" type=""><![CDATA[postage_test.cc:14
Expected equality of these values:
  postage(2000)
    Which is: 390
  400]]></failure>
      <failure message="postage_test.cc:15&#x0A;Failed&#x0A;second" type=""><![CDATA[postage_test.cc:15
Failed
second]]></failure>
    </testcase>
  </testsuite>
</testsuites>
""",
}


def write(name, content):
    (HERE / name).write_text(content, encoding="utf-8")


def dump(value, **options):
    return json.dumps(value, indent=1, ensure_ascii=False, **options) + "\n"


write("tests.json", dump(TESTS))
write("tests-sorted.json", dump(TESTS, sort_keys=True))
write("summary.json", dump(SUMMARY, sort_keys=True))
write("legacy.json", dump(RECORD, sort_keys=True) + dump(SUMMARIES, sort_keys=True))
write("build.json", dump(BUILD, sort_keys=True))
for file, content in XML.items():
    write(file, content)
