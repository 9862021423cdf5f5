// Functions that create and read Core Foundation's own objects.

#include <Security/Security.h>

#include "CSecurity.h"

int32_t lk_kind(const void *object) {
  CFTypeID type = CFGetTypeID(object);
  if (type == CFStringGetTypeID()) return lk_kind_string;
  if (type == CFBooleanGetTypeID()) return lk_kind_boolean;
  if (type == CFDataGetTypeID()) return lk_kind_data;
  if (type == CFNumberGetTypeID()) return lk_kind_number;
  if (type == CFDictionaryGetTypeID()) return lk_kind_dictionary;
  if (type == CFArrayGetTypeID()) return lk_kind_array;
  if (type == CFDateGetTypeID()) return lk_kind_date;
  if (type == CFNullGetTypeID()) return lk_kind_null;
  for (int32_t box = 0; box < lk_box_count; box++) {
    if (type == lk_box_type(box)) return lk_kind_first_box + box;
  }
  return lk_kind_other;
}

void lk_retain(const void *object) { CFRetain(object); }

void lk_release(const void *object) {
  if (object) CFRelease(object);
}

long lk_string_length(const void *string) { return CFStringGetLength(string); }

const char *lk_string_ascii(const void *string) {
  return CFStringGetCStringPtr(string, kCFStringEncodingASCII);
}

void lk_string_characters(const void *string, uint16_t *buffer) {
  CFStringGetCharacters(string, CFRangeMake(0, CFStringGetLength(string)), buffer);
}

const uint8_t *lk_data_bytes(const void *data) { return CFDataGetBytePtr(data); }

long lk_data_length(const void *data) { return CFDataGetLength(data); }

bool lk_number_is_real(const void *number) { return CFNumberIsFloatType(number); }

bool lk_number_integer(const void *number, int64_t *value) {
  return CFNumberGetValue(number, kCFNumberSInt64Type, value);
}

double lk_number_real(const void *number) {
  double value = 0;
  CFNumberGetValue(number, kCFNumberDoubleType, &value);
  return value;
}

bool lk_boolean_value(const void *boolean) { return CFBooleanGetValue(boolean); }

double lk_date_value(const void *date) { return CFDateGetAbsoluteTime(date); }

long lk_array_count(const void *array) { return CFArrayGetCount(array); }

void lk_array_values(const void *array, const void **values) {
  CFArrayGetValues(array, CFRangeMake(0, CFArrayGetCount(array)), values);
}

long lk_dictionary_count(const void *dictionary) { return CFDictionaryGetCount(dictionary); }

void lk_dictionary_entries(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}

const void *lk_string_create(const char *utf8, long count) {
  return CFStringCreateWithBytes(NULL, (const UInt8 *)utf8, count, kCFStringEncodingUTF8, false);
}

const void *lk_data_create(const uint8_t *bytes, long count) {
  return CFDataCreate(NULL, bytes, count);
}

const void *lk_number_create_32(int32_t value) {
  return CFNumberCreate(NULL, kCFNumberSInt32Type, &value);
}

const void *lk_number_create_64(int64_t value) {
  return CFNumberCreate(NULL, kCFNumberSInt64Type, &value);
}

const void *lk_boolean_create(bool value) {
  return CFRetain(value ? kCFBooleanTrue : kCFBooleanFalse);
}

const void *lk_date_create(double value) { return CFDateCreate(NULL, value); }

const void *lk_null_create(void) { return CFRetain(kCFNull); }

static void release_all(const void **objects, long count) {
  for (long index = 0; index < count; index++) CFRelease(objects[index]);
}

const void *lk_array_create(const void **values, long count) {
  CFArrayRef array = CFArrayCreate(NULL, values, count, &kCFTypeArrayCallBacks);
  release_all(values, count);
  return array;
}

const void *lk_dictionary_create(const void **keys, const void **values, long count) {
  CFDictionaryRef dictionary = CFDictionaryCreate(
      NULL, keys, values, count, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  release_all(keys, count);
  release_all(values, count);
  return dictionary;
}

const void *lk_error_create(const void *domain, long code, const void *details) {
  return CFErrorCreate(NULL, domain, code, details);
}
