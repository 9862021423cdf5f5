// Functions that return the members of Foundation's collections as objects, without conversion to Swift values.
#pragma once

// Returns the member at a valid index. The array owns the member.
//
// Foundation's own functions convert members to Swift values. The conversion never ends if an array contains itself.
// The conversion ends the process if a dictionary has a collection as a key.
const void *_Nonnull lk_array_member(const void *_Nonnull array, long index);

// Stores the members of a set in `members`, which must have room for all members. The set owns the members.
void lk_set_members(const void *_Nonnull set, const void *_Nullable *_Nonnull members);

// Stores the keys of a dictionary in `keys`, and the values in `values`. Both must have room for all entries. The
// dictionary owns the keys and values.
void lk_dictionary_members(
    const void *_Nonnull dictionary, const void *_Nullable *_Nonnull keys,
    const void *_Nullable *_Nonnull values);
