// The C library's headers come first: libevent's own configuration would otherwise change what
// they declare, and the types would no longer be those that Swift's Glibc module has.
#include <sys/types.h>
#include <sys/time.h>

#include <event2/event.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <event2/util.h>
