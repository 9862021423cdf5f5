// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of data stores and of queries on data stores.

/// The information about the bundle is malformed.
public let errSecInvalidBundleInfo: OSStatus = -67857

/// The revocation list has no entry at the given index.
public let errSecInvalidCRLIndex: OSStatus = -67858

/// The fields have no values.
public let errSecNoFieldValues: OSStatus = -67859

/// The format of a field is not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860

/// The kind of index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861

/// The locality is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862

/// The number of attributes is not supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863

/// The number of indexes is not supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864

/// The number of record types is not supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865

/// A field is named more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866

/// The formats of the fields are incompatible.
public let errSecIncompatibleFieldFormat: OSStatus = -67867

/// The parsing module cannot be used.
public let errSecInvalidParsingModule: OSStatus = -67868

/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869

/// The data store is still open.
public let errSecDatastoreIsOpen: OSStatus = -67870

/// A required value is missing.
public let errSecMissingValue: OSStatus = -67871

/// The kind of limit is not supported in queries.
public let errSecUnsupportedQueryLimits: OSStatus = -67872

/// The number of conditions in the query is not supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873

/// The query's operator is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874

/// The location of the database is invalid.
public let errSecInvalidDBLocation: OSStatus = -67875

/// The requested kind of access is invalid.
public let errSecInvalidAccessRequest: OSStatus = -67876

/// The description of the index is malformed.
public let errSecInvalidIndexInfo: OSStatus = -67877

/// The new owner is not acceptable.
public let errSecInvalidNewOwner: OSStatus = -67878

/// The mode of the modification does not exist.
public let errSecInvalidModifyMode: OSStatus = -67879
