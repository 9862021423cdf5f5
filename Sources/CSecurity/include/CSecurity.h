#ifndef LATCHKEY_CSECURITY_H
#define LATCHKEY_CSECURITY_H

// Core Foundation's objects for Swift code that must not see its types: each is a plain pointer.
// Nothing here takes NULL unless it says so. What creates returns an object that the caller releases.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What an object is. The numbers are those of ForeignKind in Swift.
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
  // Boxes: the rest, in the order in which their types are registered.
  lk_kind_first_box,
};

int32_t lk_kind(const void *object);
void lk_retain(const void *object);
// NULL is ignored.
void lk_release(const void *object);

// Boxes: objects of Core Foundation that hold one of Swift. `box` counts from 0.
enum { lk_box_count = 12 };
unsigned long lk_box_type(int32_t box);
// Takes over the reference to the object.
const void *lk_box_create(int32_t box, void *object);
void *lk_box_object(const void *object);
// Makes the box live as long as its owner, another box, and returns one that is equal to it.
const void *lk_box_keep(const void *owner, const void *object);

// What boxes ask of their objects; defined in Swift.
extern void lk_object_release(void *object);
extern bool lk_object_is_equal(void *object, void *other);
extern unsigned long lk_object_hash(void *object);
extern const void *lk_object_description(void *object);

// Constant strings of the interface, by number.
long lk_constant_count(void);
// -1 for what is none of them.
long lk_constant_index(const void *object);
const void *lk_constant(long index);
const char *lk_constant_text(long index);

// Reading.
long lk_string_length(const void *string);
// The characters where they lie, if they lie as ASCII; otherwise NULL.
const char *lk_string_ascii(const void *string);
void lk_string_characters(const void *string, uint16_t *buffer);
const uint8_t *lk_data_bytes(const void *data);
long lk_data_length(const void *data);
bool lk_number_is_real(const void *number);
// Whether the number is such an integer.
bool lk_number_integer(const void *number, int64_t *value);
double lk_number_real(const void *number);
bool lk_boolean_value(const void *boolean);
double lk_date_value(const void *date);
long lk_array_count(const void *array);
// Both fill room for as many as there are.
void lk_array_values(const void *array, const void **values);
long lk_dictionary_count(const void *dictionary);
void lk_dictionary_entries(const void *dictionary, const void **keys, const void **values);

// Memory that a C program gives back. A NUL follows the bytes: programs take them for a string. NULL
// without memory.
void *lk_buffer_create(const void *bytes, size_t count);
// Overwrites it first. NULL is ignored.
void lk_buffer_free(void *buffer);

// Making.
const void *lk_string_create(const char *utf8, long count);
const void *lk_data_create(const uint8_t *bytes, long count);
const void *lk_number_create_32(int32_t value);
const void *lk_number_create_64(int64_t value);
const void *lk_boolean_create(bool value);
const void *lk_date_create(double value);
const void *lk_null_create(void);
// Both take over the references to the values and the keys.
const void *lk_array_create(const void **values, long count);
const void *lk_dictionary_create(const void **keys, const void **values, long count);
// Takes over none.
const void *lk_error_create(const void *domain, long code, const void *details);

#endif
