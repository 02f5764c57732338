#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!std::strcmp(what, "count")) std::puts("counted to three");
  if (!std::strcmp(what, "fail")) {
    std::puts("loading the price list");
    std::puts("probe.cc:12: check failed: 3 items left, expected 2");
    return 1;
  }
  if (!std::strcmp(what, "crash")) std::raise(SIGSEGV);
  if (!std::strcmp(what, "abort")) std::abort();
  if (!std::strcmp(what, "sleep")) sleep(5);
  if (!std::strcmp(what, "skip")) return 77;
  if (!std::strcmp(what, "talk")) {
    std::puts("1/9 Test #7: inner.pretend ....***Failed    0.10 sec");
    std::puts("50% tests passed, 2 tests failed out of 4");
    std::puts("The following tests FAILED:\n\t  7 - inner.pretend (Failed)");
    std::puts("[  FAILED  ] Inner.Pretend (0 ms)");
  }
  return 0;
}
