// Does the minimum that a process needs to find one item. The program opens SQLite and libcrypto, finds one row in a
// database that floor.c has filled, decrypts the secret of the row, and prints the secret.
//
//     find-one DATABASE SERVICE ACCOUNT

#include <sqlite3.h>
#include <stdio.h>

#include "../Sources/CFloor/seal.h"

static const char query[] = "SELECT secret FROM item WHERE service = ?1 AND account = ?2";

int main(int count, char **words) {
  if (count != 4) return 2;
  sqlite3 *database = 0;
  sqlite3_stmt *row = 0;
  floor_cipher cipher;
  unsigned char secret[4096];
  int length = 0;
  if (sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0) ||
      sqlite3_prepare_v2(database, query, -1, &row, 0) || floor_cipher_init(&cipher))
    return 1;
  sqlite3_bind_text(row, 1, words[2], -1, SQLITE_STATIC);
  sqlite3_bind_text(row, 2, words[3], -1, SQLITE_STATIC);
  if (sqlite3_step(row) != SQLITE_ROW || sqlite3_column_bytes(row, 0) > (int)sizeof secret ||
      floor_unseal(&cipher, sqlite3_column_blob(row, 0), sqlite3_column_bytes(row, 0), secret,
                   &length))
    return 1;
  fwrite(secret, 1, (size_t)length, stdout);
  putchar('\n');
  floor_cipher_free(&cipher);
  sqlite3_finalize(row);
  sqlite3_close(database);
  return 0;
}
