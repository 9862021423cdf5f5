// Access to the members of Foundation's collections as objects, without conversion to Swift values.
#pragma once

// Returns the member at a valid index. The array owns it.
//
// Foundation's own functions convert members to Swift values. The conversion never ends if an array contains itself.
// It ends the process if a dictionary has a collection as a key.
const void *_Nonnull lk_array_member(const void *_Nonnull array, long index);

// Stores the members of a set. `members` must have room for all of them. The set owns them.
void lk_set_members(const void *_Nonnull set, const void *_Nullable *_Nonnull members);

// Stores the keys and values of a dictionary. `keys` and `values` must have room for all of them. The dictionary owns
// them.
void lk_dictionary_members(
    const void *_Nonnull dictionary, const void *_Nullable *_Nonnull keys,
    const void *_Nullable *_Nonnull values);
