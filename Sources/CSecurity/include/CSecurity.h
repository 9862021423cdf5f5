#ifndef LATCHKEY_CSECURITY_H
#define LATCHKEY_CSECURITY_H

// Core Foundation objects for Swift code. Swift code must not import Core Foundation's types, so each object is a
// plain pointer. An argument may be NULL only if the comment above the function permits NULL. The caller must release
// the object that a create function returns.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type of an object. CFObjectKind in Swift has the same numbers.
enum {
  lk_kind_other = 0,
  lk_kind_string,
  lk_kind_number,
  lk_kind_boolean,
  lk_kind_data,
  lk_kind_date,
  lk_kind_array,
  lk_kind_dictionary,
  lk_kind_null,
  // This number and the following numbers are the types of boxes, in the order of their registration.
  lk_kind_first_box,
};

int32_t lk_kind(const void *object);
void lk_retain(const void *object);
// Releases an object. Ignores NULL.
void lk_release(const void *object);

// A box is a Core Foundation object that holds a Swift object. `box` is the number of a type of boxes. The first type
// has the number 0.
enum { lk_box_count = 12 };
unsigned long lk_box_type(int32_t box);
// Makes a box of the type `box`. The box takes ownership of `object`.
const void *lk_box_create(int32_t box, void *object);
void *lk_box_object(const void *object);
// Keeps the box `object` alive as long as the box `owner`, and returns `object`. If `owner` already keeps a box that is
// equal to `object`, the function returns this equal box and does not keep `object`.
const void *lk_box_keep(const void *owner, const void *object);

// Swift code implements these functions. The first argument of each function is the Swift object of a box.
extern void lk_object_release(void *object);
extern bool lk_object_is_equal(void *object, void *other);
extern unsigned long lk_object_hash(void *object);
extern const void *lk_object_description(void *object);

// The constant strings of the API. Each string has an index.
long lk_constant_count(void);
// Returns the index of a constant string of the API; -1 if `object` is not such a string.
long lk_constant_index(const void *object);
const void *lk_constant(long index);
const char *lk_constant_text(long index);

// The following functions read objects.
long lk_string_length(const void *string);
// Returns the characters of a string if the string is stored as ASCII; otherwise NULL.
const char *lk_string_ascii(const void *string);
void lk_string_characters(const void *string, uint16_t *buffer);
const uint8_t *lk_data_bytes(const void *data);
long lk_data_length(const void *data);
bool lk_number_is_real(const void *number);
// Stores the number in `*value`. Returns false if a 64-bit integer cannot represent the number exactly.
bool lk_number_integer(const void *number, int64_t *value);
double lk_number_real(const void *number);
bool lk_boolean_value(const void *boolean);
double lk_date_value(const void *date);
long lk_array_count(const void *array);
// In the following functions, `keys` and `values` must have room for all members of the array or dictionary.
void lk_array_values(const void *array, const void **values);
long lk_dictionary_count(const void *dictionary);
void lk_dictionary_entries(const void *dictionary, const void **keys, const void **values);

// Copies `bytes` to new memory, which a C program frees later. A NUL follows the bytes, because programs use the bytes
// as a string. Returns NULL if there is not enough memory.
void *lk_buffer_create(const void *bytes, size_t count);
// Overwrites the memory of `buffer`, and then frees the memory. Ignores NULL.
void lk_buffer_free(void *buffer);

// The following functions create objects.
const void *lk_string_create(const char *utf8, long count);
const void *lk_data_create(const uint8_t *bytes, long count);
const void *lk_number_create_32(int32_t value);
const void *lk_number_create_64(int64_t value);
const void *lk_boolean_create(bool value);
const void *lk_date_create(double value);
const void *lk_null_create(void);
// lk_array_create and lk_dictionary_create take ownership of the keys and values.
const void *lk_array_create(const void **values, long count);
const void *lk_dictionary_create(const void **keys, const void **values, long count);
// Does not take ownership of its arguments.
const void *lk_error_create(const void *domain, long code, const void *details);

#endif
