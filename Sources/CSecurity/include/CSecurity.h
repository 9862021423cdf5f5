#ifndef LATCHKEY_CSECURITY_H
#define LATCHKEY_CSECURITY_H

// Core Foundation objects for Swift code, which must not import Core Foundation's types: each object is a plain
// pointer. Arguments must not be NULL unless the comment says otherwise. The caller must release what a create
// function returns.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type of an object. Each type has the same number in CFObjectKind in Swift.
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
  // The remaining numbers are boxes, in the order in which their types are registered.
  lk_kind_first_box,
};

int32_t lk_kind(const void *object);
void lk_retain(const void *object);
// Ignores NULL.
void lk_release(const void *object);

// Boxes: Core Foundation objects that hold a Swift object. The number `box` begins with 0.
enum { lk_box_count = 12 };
unsigned long lk_box_type(int32_t box);
// Makes a box. The box takes ownership of the object.
const void *lk_box_create(int32_t box, void *object);
void *lk_box_object(const void *object);
// Keeps a box alive as long as `owner`, another box. Returns the box that is kept, which is equal to `object`.
const void *lk_box_keep(const void *owner, const void *object);

// Functions that boxes call for their objects. Swift implements them.
extern void lk_object_release(void *object);
extern bool lk_object_is_equal(void *object, void *other);
extern unsigned long lk_object_hash(void *object);
extern const void *lk_object_description(void *object);

// The constant strings of the interface, by index.
long lk_constant_count(void);
// Returns -1 if the object is not one of the constants.
long lk_constant_index(const void *object);
const void *lk_constant(long index);
const char *lk_constant_text(long index);

// Reading objects.
long lk_string_length(const void *string);
// Returns the characters if they are stored as ASCII; otherwise NULL.
const char *lk_string_ascii(const void *string);
void lk_string_characters(const void *string, uint16_t *buffer);
const uint8_t *lk_data_bytes(const void *data);
long lk_data_length(const void *data);
bool lk_number_is_real(const void *number);
// Returns whether the number is an integer of 64 bits, and stores it.
bool lk_number_integer(const void *number, int64_t *value);
double lk_number_real(const void *number);
bool lk_boolean_value(const void *boolean);
double lk_date_value(const void *date);
long lk_array_count(const void *array);
// The buffers must have room for all values, keys or entries.
void lk_array_values(const void *array, const void **values);
long lk_dictionary_count(const void *dictionary);
void lk_dictionary_entries(const void *dictionary, const void **keys, const void **values);

// Memory that a C program frees. A NUL follows the bytes, because programs use them as a string. Returns NULL if there
// is not enough memory.
void *lk_buffer_create(const void *bytes, size_t count);
// Overwrites the memory before freeing it. Ignores NULL.
void lk_buffer_free(void *buffer);

// Creating objects.
const void *lk_string_create(const char *utf8, long count);
const void *lk_data_create(const uint8_t *bytes, long count);
const void *lk_number_create_32(int32_t value);
const void *lk_number_create_64(int64_t value);
const void *lk_boolean_create(bool value);
const void *lk_date_create(double value);
const void *lk_null_create(void);
// Both take ownership of the keys and values.
const void *lk_array_create(const void **values, long count);
const void *lk_dictionary_create(const void **keys, const void **values, long count);
// Does not take ownership of its arguments.
const void *lk_error_create(const void *domain, long code, const void *details);

#endif
