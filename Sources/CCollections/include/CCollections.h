// What collections of Foundation hold, as the objects that they are.
#pragma once

// The member at an index that there is. It belongs to the array.
//
// Foundation's own functions make Swift values of members: of an array that contains itself without end, and of
// a dictionary whose key is a collection not at all, which ends the process.
const void *_Nonnull lk_array_member(const void *_Nonnull array, long index);

// The members of a set, as many as it has. They belong to the set.
void lk_set_members(const void *_Nonnull set, const void *_Nullable *_Nonnull members);

// The keys and the values of a dictionary, as many as it has of each. They belong to the dictionary.
void lk_dictionary_members(
    const void *_Nonnull dictionary, const void *_Nullable *_Nonnull keys,
    const void *_Nullable *_Nonnull values);
