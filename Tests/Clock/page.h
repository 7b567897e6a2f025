// The memory that the clock, the test and the programs share.

#include <stdatomic.h>
#include <stdint.h>

typedef int64_t Nanoseconds;

enum { second = 1000000000, most_processes = 254 };
static const Nanoseconds never = INT64_MAX;

typedef struct {
  _Atomic uint32_t turn;     // grows when the time changes; programs wait for that
  _Atomic Nanoseconds now;   // CLOCK_MONOTONIC
  _Atomic Nanoseconds ahead; // how far the date is ahead of the kernel's
  struct {
    _Atomic int64_t process;
    _Atomic Nanoseconds due; // the end of the process's next wait
  } waits[most_processes];
} Page;
