#include "CCollections.h"

// This file declares the functions and does not include the headers of Core Foundation, because a client of Security
// must not need these headers.
extern const void *CFArrayGetValueAtIndex(const void *array, long index);
extern void CFDictionaryGetKeysAndValues(
    const void *dictionary, const void **keys, const void **values);
extern void CFSetGetValues(const void *set, const void **values);

const void *lk_array_member(const void *array, long index) {
  return CFArrayGetValueAtIndex(array, index);
}

void lk_set_members(const void *set, const void **members) { CFSetGetValues(set, members); }

void lk_dictionary_members(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}
