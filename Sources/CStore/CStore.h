// SQLite's sqlite3_db_config, which Swift cannot call because it is variadic.

#ifndef CSTORE_H
#define CSTORE_H

#include <sqlite3.h>

/// While the option is on, the connection treats its file as empty, whatever the file contains, and
/// VACUUM empties the file (sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline int store_set_empty(sqlite3 *connection, int is_on) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_RESET_DATABASE, is_on, (int *)0);
}

#endif
