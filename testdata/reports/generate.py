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


# VSTest's TRX, NUnit 3 and 2.5, xUnit.net 3, Checkstyle, PMD and SpotBugs: as their writers write them.
STACK = "   at Parcels.Tests.RateTests.HeavyCostsMore() in C:\\w\\parcels\\RateTests.cs:line 21"
TRX = f"""\
\ufeff<?xml version="1.0" encoding="utf-8"?>
<TestRun id="1" name="user@BOX 2026-01-01 00:00:00" runUser="BOX\\user" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Times creation="2026-01-01T00:00:00.0000000+00:00" />
  <Results>
    <UnitTestResult executionId="e1" testId="t1" testName="LightIsCheap" computerName="BOX" duration="00:00:00.0010000" outcome="Passed" testListId="l1" />
    <UnitTestResult executionId="e2" testId="t2" testName="HeavyCostsMore" computerName="BOX" duration="00:00:00.0010000" outcome="Failed" testListId="l1">
      <Output>
        <StdOut>&lt;Counters total="99" failed="0" /&gt; forged</StdOut>
        <ErrorInfo>
          <Message>Assert.AreEqual failed. Expected:&lt;400&gt;. Actual:&lt;390&gt;. rate table</Message>
          <StackTrace>{STACK}</StackTrace>
        </ErrorInfo>
      </Output>
    </UnitTestResult>
    <UnitTestResult executionId="e3" testId="t3" testName="ByCountry" computerName="BOX" outcome="Failed" testListId="l1" resultType="DataDrivenTest">
      <InnerResults>
        <UnitTestResult executionId="e4" parentExecutionId="e3" testId="t3" testName="ByCountry (at)" computerName="BOX" outcome="Passed" testListId="l1" resultType="DataDrivenDataRow" />
        <UnitTestResult executionId="e5" parentExecutionId="e3" testId="t3" testName="ByCountry (atlantis)" computerName="BOX" outcome="Failed" testListId="l1" resultType="DataDrivenDataRow">
          <Output><ErrorInfo><Message>Test method threw exception: System.ArgumentException: no rate for Atlantis</Message></ErrorInfo></Output>
        </UnitTestResult>
      </InnerResults>
    </UnitTestResult>
    <UnitTestResult executionId="e6" testId="t6" testName="Letter" computerName="BOX" outcome="NotExecuted" testListId="l1">
      <Output><ErrorInfo><Message>letters come in spring</Message></ErrorInfo></Output>
    </UnitTestResult>
    <UnitTestResult executionId="e7" testId="t7" testName="Weighs" computerName="BOX" outcome="Timeout" testListId="l1" />
    <UnitTestResult executionId="e8" testId="t8" testName="Rounds" computerName="BOX" testListId="l1" />
  </Results>
  <TestDefinitions>
    <UnitTest name="HeavyCostsMore" storage="c:\\w\\parcels.dll" id="t2"><Execution id="e2" /><TestMethod codeBase="C:\\w\\parcels.dll" className="Parcels.Tests.RateTests" name="HeavyCostsMore" /></UnitTest>
    <UnitTest name="ByCountry" storage="c:\\w\\parcels.dll" id="t3"><Execution id="e3" /><TestMethod codeBase="C:\\w\\parcels.dll" className="Parcels.Tests.RateTests, parcels, Version=1.0.0.0" name="ByCountry" /></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed">
    <Counters total="8" executed="7" passed="2" failed="3" error="1" timeout="1" aborted="0" inconclusive="0" passedButRunAborted="0" notRunnable="0" notExecuted="0" disconnected="0" warning="0" completed="0" inProgress="0" pending="0" />
    <Output><StdOut>Discovering: parcels</StdOut></Output>
    <RunInfos>
      <RunInfo computerName="BOX" outcome="Warning" timestamp="2026-01-01T00:00:00"><Text>[xUnit.net 00:00:00.10]     Letter [SKIP]</Text></RunInfo>
      <RunInfo computerName="BOX" outcome="Error" timestamp="2026-01-01T00:00:00"><Text>[xUnit.net 00:00:00.10]     HeavyCostsMore [FAIL]</Text></RunInfo>
      <RunInfo computerName="BOX" outcome="Error" timestamp="2026-01-01T00:00:00"><Text>The active test run was aborted. Reason: Test host process crashed : Stack overflow.</Text></RunInfo>
    </RunInfos>
  </ResultSummary>
</TestRun>
"""
NUNIT = f"""\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<test-run id="0" runstate="Runnable" testcasecount="7" result="Failed" total="7" passed="1" failed="4" warnings="0" inconclusive="1" skipped="1" asserts="3" engine-version="3.18.0.0">
  <command-line><![CDATA[nunit3-console parcels.dll]]></command-line>
  <test-suite type="Assembly" id="1-1" name="parcels.dll" fullname="/home/user/parcels/parcels.dll" runstate="Runnable" testcasecount="7" result="Failed" site="Child" total="7" passed="1" failed="4">
    <failure><message><![CDATA[One or more child tests had errors]]></message></failure>
    <test-suite type="TestFixture" id="1-2" name="RateTests" fullname="Parcels.Tests.RateTests" classname="Parcels.Tests.RateTests" runstate="Runnable" result="Failed" site="Child">
      <failure><message><![CDATA[One or more child tests had errors]]></message></failure>
      <test-case id="1-3" name="LightIsCheap" fullname="Parcels.Tests.RateTests.LightIsCheap" methodname="LightIsCheap" classname="Parcels.Tests.RateTests" runstate="Runnable" result="Passed" asserts="1"><output><![CDATA[<test-case result="Failed" name="forged">]]></output></test-case>
      <test-case id="1-4" name="HeavyCostsMore" fullname="Parcels.Tests.RateTests.HeavyCostsMore" methodname="HeavyCostsMore" classname="Parcels.Tests.RateTests" runstate="Runnable" result="Failed" asserts="1">
        <failure><message><![CDATA[  rate table
  Expected: 400
  But was:  390
]]></message><stack-trace><![CDATA[{STACK}
]]></stack-trace></failure>
        <assertions><assertion result="Failed"><message><![CDATA[  rate table
  Expected: 400
  But was:  390
]]></message><stack-trace><![CDATA[{STACK}
]]></stack-trace></assertion></assertions>
      </test-case>
      <test-case id="1-5" name="ByCountry(&quot;a.b&quot;,2)" fullname="Parcels.Tests.RateTests.ByCountry(&quot;a.b&quot;,2)" methodname="ByCountry" classname="Parcels.Tests.RateTests" runstate="Runnable" result="Failed" label="Error" asserts="0">
        <failure><message><![CDATA[System.ArgumentException : no rate for Atlantis]]></message></failure>
      </test-case>
      <test-case id="1-6" name="Letter" fullname="Parcels.Tests.RateTests.Letter" methodname="Letter" classname="Parcels.Tests.RateTests" runstate="Ignored" result="Skipped" label="Ignored" asserts="0"><reason><message><![CDATA[letters come in spring]]></message></reason></test-case>
      <test-case id="1-7" name="Form" fullname="Parcels.Tests.RateTests.Form" methodname="Form" classname="Parcels.Tests.RateTests" runstate="Runnable" result="Inconclusive" asserts="0"><reason><message><![CDATA[no form yet]]></message></reason></test-case>
    </test-suite>
    <test-suite type="TestFixture" id="1-8" name="ScaleTests" fullname="Parcels.Tests.ScaleTests" classname="Parcels.Tests.ScaleTests" runstate="Runnable" result="Failed" label="Error" site="SetUp">
      <failure><message><![CDATA[System.Exception : scale is off]]></message><stack-trace><![CDATA[   at Parcels.Tests.ScaleTests.Open() in C:\\w\\parcels\\ScaleTests.cs:line 9]]></stack-trace></failure>
      <test-case id="1-9" name="Weighs" fullname="Parcels.Tests.ScaleTests.Weighs" methodname="Weighs" classname="Parcels.Tests.ScaleTests" runstate="Runnable" result="Failed" label="Error" site="Parent" asserts="0"><failure><message><![CDATA[OneTimeSetUp: System.Exception : scale is off]]></message></failure></test-case>
    </test-suite>
    <test-suite type="TestFixture" id="1-10" name="VanTests" fullname="Parcels.Tests.VanTests" classname="Parcels.Tests.VanTests" runstate="Runnable" result="Failed" label="Error" site="TearDown">
      <failure><message><![CDATA[TearDown : System.Exception : van is lost]]></message></failure>
      <test-case id="1-11" name="Delivers" fullname="Parcels.Tests.VanTests.Delivers" methodname="Delivers" classname="Parcels.Tests.VanTests" runstate="Runnable" result="Failed" asserts="0"><failure><message><![CDATA[nobody at home]]></message></failure></test-case>
    </test-suite>
  </test-suite>
  <test-suite type="Assembly" id="2-1" name="missing.dll" fullname="/home/user/parcels/missing.dll" runstate="NotRunnable" testcasecount="0" result="Failed" label="Invalid">
    <reason><message><![CDATA[File not found: /home/user/parcels/missing.dll]]></message></reason>
  </test-suite>
</test-run>
"""
NUNIT2 = """\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<test-results name="parcels.dll" total="4" errors="1" failures="1" not-run="2" inconclusive="1" ignored="1" skipped="0" invalid="1" date="2026-01-01" time="00:00:00">
  <test-suite type="Assembly" name="parcels.dll" executed="True" result="Failure" success="False" time="0.1">
    <results>
      <test-suite type="TestFixture" name="RateTests" executed="True" result="Failure" success="False" time="0.1">
        <failure><message><![CDATA[Child test failed]]></message></failure>
        <results>
          <test-case name="Parcels.Tests.RateTests.LightIsCheap" executed="True" result="Success" success="True" time="0.001" asserts="1" />
          <test-case name="Parcels.Tests.RateTests.HeavyCostsMore" executed="True" result="Failure" success="False" time="0.001" asserts="1">
            <failure><message><![CDATA[  Expected: 400
  But was:  390
]]></message><stack-trace><![CDATA[at Parcels.Tests.RateTests.HeavyCostsMore() in C:\\w\\parcels\\RateTests.cs:line 21
]]></stack-trace></failure>
          </test-case>
          <test-case name="Parcels.Tests.RateTests.Throws" executed="True" result="Error" success="False" time="0.001" asserts="0"><failure><message><![CDATA[System.ArgumentException : no rate for Atlantis]]></message></failure></test-case>
          <test-case name="Parcels.Tests.RateTests.Form" executed="True" result="Inconclusive" success="False" time="0.001" asserts="0" />
          <test-case name="Parcels.Tests.RateTests.Letter" executed="False" result="Ignored"><reason><message><![CDATA[letters come in spring]]></message></reason></test-case>
          <test-case name="Parcels.Tests.RateTests.NoArguments" executed="False" result="NotRunnable"><reason><message><![CDATA[No arguments were provided]]></message></reason></test-case>
        </results>
      </test-suite>
    </results>
  </test-suite>
</test-results>
"""
XUNIT = f"""\
<?xml version="1.0" encoding="utf-8"?>
<assemblies schema-version="3" computer="BOX" user="user" timestamp="2026-01-01T00:00:00">
  <assembly name="C:\\w\\parcels\\bin\\Parcels.Tests.dll" run-date="2026-01-01" run-time="00:00:00" total="4" passed="1" failed="2" skipped="1" not-run="0" errors="1" time="0.1">
    <errors>
      <error type="test-class-cleanup" name="Parcels.Tests.VanTests"><failure exception-type="System.Exception"><message><![CDATA[van is lost]]></message></failure></error>
    </errors>
    <collection name="Test collection for Parcels.Tests.RateTests" total="4" passed="1" failed="2" skipped="1" time="0.1">
      <test name="Parcels.Tests.RateTests.LightIsCheap" type="Parcels.Tests.RateTests" method="LightIsCheap" time="0.001" result="Pass"><output><![CDATA[<test result="Fail" name="forged"/>]]></output></test>
      <test name="Parcels.Tests.RateTests.HeavyCostsMore" type="Parcels.Tests.RateTests" method="HeavyCostsMore" time="0.001" result="Fail">
        <failure exception-type="Xunit.Sdk.EqualException"><message><![CDATA[Assert.Equal() Failure: Values differ
Expected: 400
Actual:   390]]></message><stack-trace><![CDATA[{STACK}]]></stack-trace></failure>
      </test>
      <test name="rates by country (country: &quot;atlantis&quot;)" type="Parcels.Tests.RateTests" method="ByCountry" time="0.001" result="Fail" source-file="C:\\w\\parcels\\RateTests.cs" source-line="30">
        <failure exception-type="System.ArgumentException"><message><![CDATA[System.ArgumentException : no rate for Atlantis]]></message></failure>
      </test>
      <test name="Parcels.Tests.RateTests.Letter" type="Parcels.Tests.RateTests" method="Letter" time="0" result="Skip"><reason><![CDATA[letters come in spring]]></reason></test>
    </collection>
  </assembly>
</assemblies>
"""
CHECKSTYLE = """\
<?xml version="1.0" encoding="utf-8"?>
<checkstyle version="10.12.0">
<file name="/home/user/parcels/src/Rates.java">
<error line="3" column="5" severity="error" message="Name &apos;A_B&apos; must match pattern." source="com.puppycrawl.tools.checkstyle.checks.naming.MemberNameCheck"/>
<error line="9" severity="warning" message="Line is longer than 100 characters (found 120)." source="com.puppycrawl.tools.checkstyle.checks.sizes.LineLengthCheck"/>
<error line="1" severity="info" message="Missing a header." source="com.puppycrawl.tools.checkstyle.checks.header.HeaderCheck"/>
</file>
<file name="/home/user/parcels/src/Scale.java">
<exception><![CDATA[com.puppycrawl.tools.checkstyle.api.CheckstyleException: cannot parse Scale.java]]></exception>
</file>
</checkstyle>
"""
PMD = """\
<?xml version="1.0" encoding="UTF-8"?>
<pmd xmlns="http://pmd.sourceforge.net/report/2.0.0" version="7.0.0" timestamp="2026-01-01T00:00:00.000">
<file name="/home/user/parcels/src/Rates.java">
<violation beginline="4" endline="4" begincolumn="9" endcolumn="20" rule="ConstructorCallsOverridableMethod" ruleset="Error Prone" priority="1">
Overridable method called during object construction
</violation>
<violation beginline="7" endline="7" begincolumn="3" endcolumn="9" rule="UnusedLocalVariable" ruleset="Best Practices" priority="3">
Avoid unused local variables such as 'rate'.
</violation>
</file>
<error filename="/home/user/parcels/src/Scale.java" msg="ParseException: cannot parse"><![CDATA[stack]]></error>
</pmd>
"""
SPOTBUGS = """\
<?xml version="1.0" encoding="UTF-8"?>
<BugCollection version="4.8.0" sequence="0" timestamp="0" release="">
<Project projectName="parcels"/>
<BugInstance type="NP_ALWAYS_NULL" priority="1" rank="6" abbrev="NP" category="CORRECTNESS">
<ShortMessage>Null pointer dereference</ShortMessage><LongMessage>Null pointer dereference of rate in Rates.postage(int)</LongMessage>
<Class classname="Rates"><SourceLine classname="Rates" start="1" end="30" sourcefile="Rates.java" sourcepath="parcels/Rates.java"/></Class>
<SourceLine classname="Rates" start="12" end="12" sourcefile="Rates.java" sourcepath="parcels/Rates.java"/>
</BugInstance>
<BugInstance type="DM_EXIT" priority="2" rank="16" abbrev="Dm" category="BAD_PRACTICE"><LongMessage>Rates.main calls System.exit</LongMessage></BugInstance>
<Errors errors="0" missingClasses="0"></Errors>
</BugCollection>
"""
write("vstest.trx", TRX)
write("nunit3.xml", NUNIT)
write("nunit2.xml", NUNIT2)
write("xunit.xml", XUNIT)
write("checkstyle.xml", CHECKSTYLE)
write("pmd.xml", PMD)
write("spotbugs.xml", SPOTBUGS)
