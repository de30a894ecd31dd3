#include "database_flags.h"

#include <sqlite3.h>
#include <stddef.h>

/// Makes SQLite allocate from the C library alone, without statistics.
///
/// By default each connection preallocates twenty pages and a thousand small blocks and touches all
/// of them, though a launch opens three databases of a few pages. Every allocation is also counted
/// under a lock, for statistics that go unused. This must run before SQLite is first used.
__attribute__((constructor)) static void configure_memory(void) {
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static void set(sqlite3 *connection, int option, int value) {
  sqlite3_db_config(connection, option, value, (int *)NULL);
}

void database_distrust_file(void *connection) {
  set(connection, SQLITE_DBCONFIG_DEFENSIVE, 1);
  set(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  set(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0);
  set(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0);
  set(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  set(connection, SQLITE_DBCONFIG_DQS_DDL, 0);
  set(connection, SQLITE_DBCONFIG_DQS_DML, 0);
}

void database_set_defensive(void *connection, bool is_defensive) {
  set(connection, SQLITE_DBCONFIG_DEFENSIVE, is_defensive);
}

void database_keep_log_on_close(void *connection, bool keeps) {
  set(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps);
}
