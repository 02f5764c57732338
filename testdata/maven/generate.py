#!/usr/bin/env python3
"""Writes logs of Maven in forms that cannot be made here: other versions and options of Surefire.

The forms are facts of Surefire (2.12, 2.19, 3.2) and Maven; projects, tests and sentences are ours.
"""
import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "[INFO] " + "-" * 72
ADVICE = """[ERROR] -> [Help 1]
[ERROR] 
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR] 
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException
"""


def head(project, plugin="surefire:3.2.5:test"):
    return f"""[INFO] Scanning for projects...
[INFO] 
[INFO] -----------------------< dev.orchard:{project} >-----------------------
[INFO] Building {project} 1.2
[INFO]   from pom.xml
[INFO] --------------------------------[ jar ]---------------------------------
[INFO] 
[INFO] --- {plugin} (default-test) @ {project} ---
"""


def tests(mark="[INFO] "):
    line = "-" * 55
    return f"{mark}{line}\n{mark} T E S T S\n{mark}{line}\n"


def failed(goal, project, reason="There are test failures."):
    return f"""{RULER}
[INFO] BUILD FAILURE
{RULER}
[INFO] Total time:  2.311 s
[INFO] Finished at: 2026-03-01T12:00:00Z
{RULER}
[ERROR] Failed to execute goal {goal} on project {project}: {reason}
[ERROR] 
[ERROR] See /home/user/project/{project}/target/surefire-reports for the individual test results.
""" + ADVICE


SUREFIRE = "org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test)"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


# Surefire 3: names with their class, ` -- `, an error in a nested class, a rerun that passes, one that does not.
write("few-failures-3", head("orchard") + tests() + """[INFO] Running dev.orchard.PressTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.041 s <<< FAILURE! -- in dev.orchard.PressTest
[ERROR] dev.orchard.PressTest.fillsBottles -- Time elapsed: 0.012 s <<< FAILURE!
org.opentest4j.AssertionFailedError: one bottle is missing ==> expected: <40> but was: <39>
\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:38)
\tat dev.orchard.Press.count(Press.java:21)
\tat dev.orchard.PressTest.fillsBottles(PressTest.java:13)
\tat java.base/java.lang.reflect.Method.invoke(Method.java:568)

[INFO] Running dev.orchard.CellarTest$Cold
[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.003 s <<< FAILURE! -- in dev.orchard.CellarTest$Cold
[ERROR] dev.orchard.CellarTest$Cold.cools(int)[2] -- Time elapsed: 0.001 s <<< ERROR!
java.lang.IllegalStateException: the key is lost
\tat dev.orchard.Cellar.open(Cellar.java:9)
Caused by: java.io.IOException: no key
\t... 1 more

[INFO] Running dev.orchard.HarvestTest
[WARNING] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.002 s -- in dev.orchard.HarvestTest
[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR]   PressTest.fillsBottles:13 one bottle is missing ==> expected: <40> but was: <39>
[ERROR] Errors: 
[ERROR]   CellarTest$Cold.cools:9 » IllegalState the key is lost
[INFO] 
[ERROR] Tests run: 8, Failures: 1, Errors: 1, Skipped: 1
[INFO] 
""" + failed(SUREFIRE, "orchard"))

write("few-failures-reruns", head("orchard") + tests() + """[INFO] Running dev.orchard.WindTest
[ERROR] Tests run: 3, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.041 s <<< FAILURE! -- in dev.orchard.WindTest
[ERROR] dev.orchard.WindTest.gusts -- Time elapsed: 0.012 s <<< FAILURE!
java.lang.AssertionError: too still
\tat dev.orchard.WindTest.gusts(WindTest.java:13)

[ERROR] dev.orchard.WindTest.turns -- Time elapsed: 0.012 s <<< FAILURE!
java.lang.AssertionError: the vane is stuck
\tat dev.orchard.WindTest.turns(WindTest.java:21)

[INFO] Running dev.orchard.WindTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.02 s <<< FAILURE! -- in dev.orchard.WindTest
[ERROR] dev.orchard.WindTest.turns -- Time elapsed: 0.012 s <<< FAILURE!
java.lang.AssertionError: the vane is stuck
\tat dev.orchard.WindTest.turns(WindTest.java:21)

[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR] dev.orchard.WindTest.turns
[ERROR]   Run 1: WindTest.turns:21 the vane is stuck
[ERROR]   Run 2: WindTest.turns:21 the vane is stuck
[INFO] 
[WARNING] Flakes: 
[WARNING] dev.orchard.WindTest.gusts
[ERROR]   Run 1: WindTest.gusts:13 too still
[INFO]   Run 2: PASS
[INFO] 
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Flakes: 1
[INFO] 
""" + failed(SUREFIRE, "orchard"))

# Surefire 2.12: no marks, the test before its class, the first entry beside the head of the list.
write("few-failures-2.12", head("orchard", "maven-surefire-plugin:2.12.4:test") + "\n" + tests("") + """Running dev.orchard.PressTest
Tests run: 2, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.041 sec <<< FAILURE!
fillsBottles(dev.orchard.PressTest)  Time elapsed: 0.012 sec  <<< FAILURE!
java.lang.AssertionError: one bottle is missing expected:<40> but was:<39>
\tat org.junit.Assert.fail(Assert.java:88)
\tat dev.orchard.PressTest.fillsBottles(PressTest.java:13)

readsTheScale(dev.orchard.PressTest)  Time elapsed: 0 sec  <<< ERROR!
java.lang.NullPointerException
\tat dev.orchard.PressTest.readsTheScale(PressTest.java:19)

Running dev.orchard.HarvestTest
three laddersTests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.002 sec

Results :

Failed tests:   fillsBottles(dev.orchard.PressTest): one bottle is missing expected:<40> but was:<39>

Tests in error: 
  readsTheScale(dev.orchard.PressTest)

Tests run: 5, Failures: 1, Errors: 1, Skipped: 1

""" + failed("org.apache.maven.plugins:maven-surefire-plugin:2.12.4:test (default-test)", "orchard"))

# The list alone: blocks are switched off.
write("few-failures-list", head("orchard") + tests() + """[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR]   PressTest.fillsBottles:13->count:21 one bottle is missing
[ERROR]   PressTest.comparesLabels:27 
Expecting:
  "Boskoop"
[INFO] 
[ERROR] Tests run: 8, Failures: 2, Errors: 0, Skipped: 0
[INFO] 
""" + failed(SUREFIRE, "orchard"))

# Two modules at once (-T 2), then one that an enforced rule stops.
write("modules", head("trees") + tests() + """[INFO] Running dev.orchard.PearTest
[INFO] -------------------------------------------------------
[INFO]  T E S T S
[INFO] -------------------------------------------------------
[INFO] Running dev.orchard.AppleTest
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.041 s -- in dev.orchard.PearTest
[INFO] 
[INFO] Results:
[INFO] 
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0
[INFO] 
[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.141 s -- in dev.orchard.AppleTest
[INFO] 
[INFO] Results:
[INFO] 
[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1
[INFO] 
[INFO] --- enforcer:3.4.1:enforce (versions) @ press ---
[ERROR] Rule 0: org.apache.maven.enforcer.rules.dependency.DependencyConvergence failed with message:
Failed while enforcing releasability.
Dependency convergence error for dev.orchard:wax:jar:1.1 paths to dependency are:
[INFO] ------------------------------------------------------------------------
[INFO] Reactor Summary for orchard 1.2:
[INFO] 
[INFO] trees .............................................. SUCCESS [  1.202 s]
[INFO] press .............................................. FAILURE [  0.311 s]
[INFO] cellar ............................................. SKIPPED
""" + failed("org.apache.maven.plugins:maven-enforcer-plugin:3.4.1:enforce (versions)", "press",
             "Some Enforcer rules have failed. Look above for specific messages explaining why the rule failed."))

# A fork that dies in the newer words, and a Kotlin module that does not compile.
write("crash-fork", head("orchard") + tests() + """[INFO] Running dev.orchard.StormTest
""" + failed(SUREFIRE, "orchard", """
[ERROR] 
[ERROR] Please refer to dump files (if any exist) [date].dump, [date]-jvmRun[N].dump and [date].dumpstream.
[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?
[ERROR] Command was /bin/sh -c cd /home/user/project/orchard && java -jar surefirebooter.jar
[ERROR] Error occurred in starting fork, check output in log
[ERROR] Process Exit Code: 137
[ERROR] Crashed tests:
[ERROR] dev.orchard.StormTest"""))
