#if !__has_include(<event2/event.h>)
#error "install libevent-dev (apt) or libevent (brew)"
#endif
// The C library's headers come first: libevent's own configuration would otherwise change what
// they declare, and the types would no longer be those that Swift's Glibc module has.
#include <stdint.h>
#include <sys/types.h>
#include <sys/time.h>

#include <event2/event.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <event2/util.h>

// Starts a timer. Several modules declare `struct timeval`, and which of them Swift takes it from
// depends on what else is imported, so it stays on this side.
static inline int event_add_after(struct event *event, int64_t seconds, int64_t microseconds) {
  struct timeval wait;
  wait.tv_sec = seconds;
  wait.tv_usec = microseconds;
  return event_add(event, &wait);
}
