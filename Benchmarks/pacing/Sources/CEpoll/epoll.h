#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <linux/sockios.h>
