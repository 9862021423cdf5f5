// Made by scripts/names from Tables/names.txt.

// Statuses of data stores and queries on them.

/// The information about the bundle is malformed.
public let errSecInvalidBundleInfo: OSStatus = -67857

/// The revocation list has no entry at that index.
public let errSecInvalidCRLIndex: OSStatus = -67858

/// The fields have no values.
public let errSecNoFieldValues: OSStatus = -67859

/// Fields of that format are not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860

/// That kind of index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861

/// That locality is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862

/// So many attributes are not supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863

/// So many indexes are not supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864

/// So many record types are not supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865

/// A field is named more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866

/// The formats of the fields do not go together.
public let errSecIncompatibleFieldFormat: OSStatus = -67867

/// The parsing module cannot be used.
public let errSecInvalidParsingModule: OSStatus = -67868

/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869

/// The data store is still open.
public let errSecDatastoreIsOpen: OSStatus = -67870

/// A value that is needed was left out.
public let errSecMissingValue: OSStatus = -67871

/// Limits of that kind are not supported in queries.
public let errSecUnsupportedQueryLimits: OSStatus = -67872

/// So many conditions are not supported in a query.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873

/// The query's operator is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874

/// The database cannot be at that place.
public let errSecInvalidDBLocation: OSStatus = -67875

/// The kind of access asked for makes no sense.
public let errSecInvalidAccessRequest: OSStatus = -67876

/// The description of the index is malformed.
public let errSecInvalidIndexInfo: OSStatus = -67877

/// The new owner is not acceptable.
public let errSecInvalidNewOwner: OSStatus = -67878

/// There is no such mode of modifying.
public let errSecInvalidModifyMode: OSStatus = -67879
