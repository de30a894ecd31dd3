#include "address.h"

#include <string.h>

#include "library.h"

/* The certificate authorities of Debian's ca-certificates; libpq 15 has no setting for the system's. */
#define AUTHORITIES "/etc/ssl/certs/ca-certificates.crt"

/* A file that can't exist: libpq skips it, while an empty name means the file in the home directory. */
#define NOWHERE "/dev/null/none"

static const char *value_of(const struct pq_option *options, const char *keyword) {
  for (; options->keyword != NULL; options++) {
    if (strcmp(options->keyword, keyword) != 0) continue;
    return options->value != NULL && *options->value != '\0' ? options->value : NULL;
  }
  return NULL;
}

/* Whether all hosts of a comma-separated list are directories or names of local sockets. An empty one means
 * the default directory. */
static bool is_local(const struct pq_option *options) {
  if (value_of(options, "hostaddr") != NULL) return false;
  const char *host = value_of(options, "host");
  while (host != NULL) {
    if (*host != '/' && *host != '@' && *host != ',' && *host != '\0') return false;
    host = strchr(host, ',');
    if (host != NULL) host++;
  }
  return true;
}

static void set(struct line_settings *settings, const char *keyword, const char *value) {
  for (int i = 0; i < settings->count; i++) {
    if (strcmp(settings->keywords[i], keyword) != 0) continue;
    settings->values[i] = value;
    return;
  }
  if (settings->count == LINE_MAX_SETTINGS) return;
  settings->keywords[settings->count] = keyword;
  settings->values[settings->count++] = value;
}

static void set_unless_given(struct line_settings *settings, const char *keyword,
                             const char *value) {
  if (value_of(settings->options, keyword) == NULL) set(settings, keyword, value);
}

const char *line_read_address(const char *address, struct line_settings *settings) {
  *settings = (struct line_settings){0};
  if (strchr(address, '=') == NULL && strstr(address, "://") == NULL) {
    return "the address is not valid: write postgresql://login:password@host/database";
  }
  struct pq_option *options = pq.parse_address(address, NULL);
  if (options == NULL) {
    return "the address is not valid: write postgresql://login:password@host/database";
  }
  settings->options = options;
  /* A service could name a host that bypasses the rules below. */
  if (value_of(options, "service") != NULL) {
    return "the address names a service: write host and database instead";
  }
  if (value_of(options, "replication") != NULL) {
    return "the address asks for replication: leave that out";
  }
  /* First, to reserve room for it. */
  set(settings, "sslmode", is_local(options) ? "disable" : "verify-full");
  set(settings, "gssencmode", "disable");
  set(settings, "client_encoding", "UTF8");
  set_unless_given(settings, "sslrootcert", AUTHORITIES);
  set_unless_given(settings, "sslcert", NOWHERE);
  set_unless_given(settings, "passfile", NOWHERE);
  set_unless_given(settings, "application_name", "keepsake");
  set_unless_given(settings, "keepalives_idle", "60");
  set_unless_given(settings, "keepalives_interval", "15");
  set_unless_given(settings, "keepalives_count", "4");
  set_unless_given(settings, "tcp_user_timeout", "30000");
  int forced = settings->count;
  for (const struct pq_option *option = options; option->keyword != NULL; option++) {
    if (option->value == NULL || *option->value == '\0') continue;
    bool is_set = false;
    for (int i = 0; i < forced; i++) is_set |= strcmp(settings->keywords[i], option->keyword) == 0;
    if (!is_set) set(settings, option->keyword, option->value);
  }
  return NULL;
}
