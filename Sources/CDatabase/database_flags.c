#include "database_flags.h"

#include <sqlite3.h>
#include <stddef.h>

/// Has SQLite take memory from the C library alone, and keep no books about it.
///
/// Else each connection begins with memory for twenty pages and a thousand small things, all of which SQLite
/// touches, though a launch opens three databases of a few pages; and each piece of memory is counted
/// under a lock, for numbers that nobody asks for. It has to be said before SQLite is used at all.
__attribute__((constructor)) static void keep_no_spare_memory(void) {
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
