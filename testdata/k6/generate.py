#!/usr/bin/env python3
"""Writes logs of k6; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""         /\      Grafana   /‾‾/
    /\  /  \     |\  __   /  /
   /  \/    \    | |/ /  /   ‾‾\
  /          \   |   (  |  (‾)  |
 / __________ \  |_|\_\  \_____/

     execution: local
        script: quay.js
        output: -

     scenarios: (100.00%) 1 scenario, 10 max VUs, 1m0s max duration (incl. graceful stop):
              * default: 10 looping VUs for 30s (gracefulStop: 30s)

running (0m10.0s), 10/10 VUs, 100 complete and 0 interrupted iterations
default   [  33% ] 10 VUs  10.0s/30s
"""
write("all-pass", HEAD + r"""
     ✓ status is 200

     checks.........................: 100.00% ✓ 200  ✗ 0
     http_req_duration..............: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms

running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations
default ✓ [ 100% ] 10 VUs  30s
""")
write("few-failures", HEAD + r"""
     ✓ status is 200
     ✗ is fast
      ↳  80% — ✓ 80 / ✗ 20

     checks.........................: 90.00% ✓ 180  ✗ 20
     http_req_duration..............: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms
   ✗ { expected_response:true }...: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms
   ✗ http_req_failed................: 4.00%  ✓ 4    ✗ 96
     iterations.....................: 100    3.3/s
     vus............................: 10     min=10 max=10


running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations
default ✓ [ 100% ] 10 VUs  30s
time="2024-01-01T10:00:00Z" level=error msg="thresholds on metrics 'http_req_duration, http_req_failed' have been crossed"
""")
write("few-failures-1", HEAD + r"""

  █ THRESHOLDS

    http_req_duration
    ✗ 'p(95)<500' p(95)=712ms

    http_req_failed
    ✓ 'rate<0.01' rate=0.00%


  █ TOTAL RESULTS

    checks_total.......: 200    6.6/s
    checks_succeeded...: 90.00% 180 out of 200
    checks_failed......: 10.00% 20 out of 200

    ✓ status is 200
    ✗ is fast
      ↳  80% — ✓ 80 / ✗ 20

    HTTP
    http_req_duration..............: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms

running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations
default ✓ [ 100% ] 10 VUs  30s
time="2024-01-01T10:00:00Z" level=error msg="thresholds on metrics 'http_req_duration' have been crossed"
""")
write("crash-cut", HEAD + r"""
     ✓ status is 200
     ✗ is fast
      ↳  80% — ✓ 80 / ✗ 20

     checks.........................: 90.00% ✓ 180  ✗ 20
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""     ✗ is told at once
      ↳  0% — ✓ 0 / ✗ 100
thresholds on metrics have been crossed before

     ✓ status is 200

     checks.........................: 100.00% ✓ 200  ✗ 0
     http_req_duration..............: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms

running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations
default ✓ [ 100% ] 10 VUs  30s
""")
write("few-failures-stopped", r"""     execution: local
        script: quay.js
        output: -

     scenarios: (100.00%) 1 scenario, 10 max VUs, 1m0s max duration (incl. graceful stop):
              * default: 10 looping VUs for 30s (gracefulStop: 30s)


  █ THRESHOLDS 

    http_req_duration
    ✗ 'p(95)<500' p(95)=712ms


  █ TOTAL RESULTS 

    http_req_duration..............: avg=320ms min=98ms

running (0m05.2s), 00/10 VUs, 100 complete and 10 interrupted iterations
default ✗ [=====>--------------------------------] 10 VUs  05.0s/30s
time="2024-01-01T10:00:00Z" level=error msg="thresholds on metrics 'http_req_duration' were crossed; at least one has abortOnFail enabled, stopping test prematurely"
""")
write("few-failures-script", r"""time="2024-01-01T10:00:00Z" level=error msg="SyntaxError: file:///quay.js: Unexpected token (3:1)" hint="script exception"
""")
