#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

int counter = 0;

int* stale() {
  int* item = new int(3);
  delete item;
  return item;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  std::puts("depot opened");
  std::fflush(stdout);
  if (!std::strcmp(what, "free")) return *stale();
  if (!std::strcmp(what, "leak")) {
    static volatile char sink;
    char* lost = new char[17];
    sink = lost[argc - 2];
    lost = nullptr;
  }
  if (!std::strcmp(what, "overflow")) {
    int most = 2147483647;
    most += argc;
    std::printf("%d\n", most);
  }
  if (!std::strcmp(what, "race")) {
    std::thread other([] { ++counter; });
    ++counter;
    other.join();
  }
  if (!std::strcmp(what, "assert")) assert(counter == 3 && "nothing was counted");
  if (!std::strcmp(what, "throw")) throw std::runtime_error("no stock for 17");
  if (!std::strcmp(what, "segv")) std::raise(SIGSEGV);
  if (!std::strcmp(what, "kill")) std::raise(SIGKILL);
}
