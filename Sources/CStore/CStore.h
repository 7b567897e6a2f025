// sqlite3_db_config of SQLite, which Swift cannot call, since it is variadic.

#ifndef CSTORE_H
#define CSTORE_H

#include <sqlite3.h>

/// While this is on, the connection takes its file for an empty one, whatever the file contains, and
/// VACUUM makes it one (sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline int store_set_empty(sqlite3 *connection, int is_on) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_RESET_DATABASE, is_on, (int *)0);
}

#endif
