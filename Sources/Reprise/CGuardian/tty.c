#define _GNU_SOURCE
#include "tty.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <unistd.h>

int tty_open(void) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return -1;
  const int flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK;
  char name[PATH_MAX];
  int fd = ttyname_r(STDOUT_FILENO, name, sizeof name) == 0 ? open(name, flags) : -1;
  return fd >= 0 ? fd : open("/dev/tty", flags);
}

int tty_open_for_program(int fd) {
  char name[PATH_MAX];
  const int flags = O_RDWR | O_NOCTTY | O_CLOEXEC;
  int own = ttyname_r(fd, name, sizeof name) == 0 ? open(name, flags) : -1;
  return own >= 0 ? own : open("/dev/tty", flags);
}

bool tty_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

bool tty_cell_size(int fd, int *width, int *height) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width >= 4 && *width <= 64 && *height >= 6 && *height <= 128;
}

void tty_make_raw(struct termios *modes) {
  modes->c_iflag &= ~(tcflag_t)(BRKINT | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF | PARMRK);
  modes->c_oflag &= ~(tcflag_t)OPOST;
  modes->c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHOE | ECHOK | ECHONL | IEXTEN);
  modes->c_lflag |= ISIG;
  modes->c_cc[VINTR] = _POSIX_VDISABLE;
  modes->c_cc[VLNEXT] = _POSIX_VDISABLE;
  modes->c_cc[VSUSP] = _POSIX_VDISABLE;
  modes->c_cc[VMIN] = 1;
  modes->c_cc[VTIME] = 0;
}

bool tty_is_foreground(int fd) {
  pid_t group = tcgetpgrp(fd);
  return group < 0 || group == getpgrp();
}
