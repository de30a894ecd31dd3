#include <guardian.h>
#include <string.h>

/// The tests link this too, so only the probe itself is guarded.
static terminal_guarding choose(int argc, char **argv, char **environment) {
  const char *name = strrchr(argv[0], '/');
  if (strcmp(name == NULL ? argv[0] : name + 1, "TerminalProbe") != 0) return TERMINAL_UNGUARDED;
  terminal_guarding guarding = TERMINAL_GUARDED;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--unguarded") == 0) guarding = TERMINAL_UNGUARDED;
    if (strcmp(argv[i], "--once") == 0) guarding = TERMINAL_GUARDED_ONCE;
  }
  return guarding;
}

static const terminal_guardian probe = {
    .program = "probe", .process_name = "probe-guard", .choose = choose};

TERMINAL_GUARDIAN(probe);
