#!/usr/bin/env python3
"""Writes logs of helm-unittest; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""### Chart [ harbour ] ./charts/harbour

 PASS  opens the quay	charts/harbour/tests/quay_test.yaml

Charts:      1 passed, 1 total
Test Suites: 1 passed, 1 total
Tests:       3 passed, 3 total
Snapshot:    0 passed, 0 total
Time:        12.34ms

""")
write("few-failures", r"""### Chart [ harbour ] ./charts/harbour

 PASS  opens the quay	charts/harbour/tests/quay_test.yaml
 FAIL  moors a ferry	charts/harbour/tests/ferry_test.yaml
	- should have three replicas

		- asserts[0] `equal` fail
			Template:	harbour/templates/deployment.yaml
			DocumentIndex:	0
			Path:	spec.replicas
			Expected to equal:
				3
			Actual:
				1
			Diff:
				--- Expected
				+++ Actual
				@@ -1,2 +1,2 @@
				-3
				+1


Charts:      1 failed, 0 passed, 1 total
Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 3 passed, 4 total
Snapshot:    0 passed, 0 total
Time:        12.34ms

Error: plugin "unittest" exited with error
""")
write("crash-cut", r"""### Chart [ harbour ] ./charts/harbour

 PASS  opens the quay	charts/harbour/tests/quay_test.yaml
 FAIL  moors a ferry	charts/harbour/tests/ferry_test.yaml
	- should have three replicas

		- asserts[0] `equal` fail
			Template:	harbour/templates/deployment.yaml
			DocumentIndex:	0
			Path:	spec.replicas
			Expected to equal:
				3
			Actual:
				1
			Diff:
				--- Expected
				+++ Actual
				@@ -1,2 +1,2 @@
				-3
				+1


""")
write("crash-cut-passes", r"""### Chart [ harbour ] ./charts/harbour

 PASS  opens the quay	charts/harbour/tests/quay_test.yaml
""")
write("hostile", r"""### Chart [ harbour ] ./charts/harbour

 PASS  opens the quay	charts/harbour/tests/quay_test.yaml
FAIL
 FAIL without a file

Charts:      1 passed, 1 total
Test Suites: 1 passed, 1 total
Tests:       3 passed, 3 total
Snapshot:    0 passed, 0 total
Time:        12.34ms

""")
write("few-failures-chart", r"""
### Error:   Chart.yaml file is missing


Charts:      1 failed, 1 errored, 0 passed, 1 total
Test Suites: 0 passed, 0 total
Tests:       0 passed, 0 total
Snapshot:    0 passed, 0 total
Time:        1.2ms

""")
write("few-failures-errors", r"""
### Chart [ harbour ] charts/harbour


 FAIL  opens the quay	charts/harbour/tests/quay_test.yaml
	- should have three

		- asserts[0] `equal` fail
			Template:	harbour/templates/quay.yaml
			DocumentIndex:	0
			Path:	spec.replicas
			Expected to equal:
				3
			Actual:
				2

 FAIL  	charts/harbour/tests/tug_test.yaml
	- Execution Error: 
		yaml: line 3: did not find expected key

 FAIL  crane	charts/harbour/tests/crane_test.yaml
	- should lift
		Error: template x not found


Charts:      1 failed, 0 passed, 1 total
Test Suites: 3 failed, 1 errored, 0 passed, 3 total
Tests:       2 failed, 1 errored, 0 passed, 2 total
Snapshot:    0 passed, 0 total
Time:        1.2ms

""")
