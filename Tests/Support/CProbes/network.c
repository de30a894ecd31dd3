#define _GNU_SOURCE
#include "CProbes.h"

#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

bool probe_enter_network(void) {
  return unshare(CLONE_NEWNET) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;
}

bool probe_switch_loopback(bool is_on) {
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  struct ifreq request = {0};
  strcpy(request.ifr_name, "lo");
  bool is_done = ioctl(descriptor, SIOCGIFFLAGS, &request) == 0;
  if (is_on) request.ifr_flags |= IFF_UP;
  else request.ifr_flags &= (short)~IFF_UP;
  is_done = is_done && ioctl(descriptor, SIOCSIFFLAGS, &request) == 0;
  close(descriptor);
  return is_done;
}
