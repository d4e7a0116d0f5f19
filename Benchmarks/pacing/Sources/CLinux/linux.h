#include <sched.h>
#include <sys/epoll.h>

// Declared by the system only for those who ask for all extensions of GNU (sched_setaffinity(2)).
int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *processors);
