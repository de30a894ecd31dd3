#include <guardian.h>
#include <stdbool.h>
#include <string.h>

/// Whether the arguments of `keepsake` open the interface: none, `demo` or `open`, or only their
/// options.
static bool opens_interface(int argc, char **argv) {
  if (argc < 2) return true;
  const char *word = argv[1];
  return strcmp(word, "demo") == 0 || strcmp(word, "open") == 0 ||
         strncmp(word, "--session", 9) == 0 || strcmp(word, "--fresh") == 0;
}

static bool wants_no_restart(char **environment) {
  for (char **entry = environment; *entry != NULL; entry++)
    if (strcmp(*entry, "KEEPSAKE_RESTART=0") == 0) return true;
  return false;
}

static guardian_mode choose(int argc, char **argv, char **environment) {
  if (!opens_interface(argc, argv)) return GUARDIAN_NONE;
  return wants_no_restart(environment) ? GUARDIAN_WITHOUT_RESTART : GUARDIAN_WITH_RESTART;
}

static const guardian_options keepsake = {
    .program = "keepsake", .process_name = "keepsake-guard", .choose = choose};

GUARDIAN(keepsake);
