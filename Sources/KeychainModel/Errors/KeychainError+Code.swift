// Made by scripts/names from Tables/names.txt.

extension KeychainError {
  /// The statuses of the item layer. The raw value is the `OSStatus`.
  package enum Code: Int32, Sendable, CaseIterable {
    /// The function is not supported (`errSecUnimplemented`).
    case unimplemented = -4
    /// Reading or writing the store failed (`errSecIO`).
    case inputOutput = -36
    /// An argument is invalid (`errSecParam`).
    case parameter = -50
    /// The caller has no write permission (`errSecWrPerm`).
    case writePermission = -61
    /// There is not enough memory (`errSecAllocate`).
    case allocation = -108
    /// The user dismissed a prompt (`errSecUserCanceled`).
    case userCancelled = -128
    /// An internal component failed (`errSecInternalComponent`).
    case internalComponent = -2070
    /// Keys or certificates cannot be read or written in this format (`errSecUnsupportedFormat`).
    case unsupportedFormat = -25256
    /// Imported bytes are not in a known format (`errSecUnknownFormat`).
    case unknownFormat = -25257
    /// Imported data contain several private keys, but only one private key is allowed
    /// (`errSecMultiplePrivKeys`).
    case multiplePrivateKeys = -25259
    /// A required passphrase is missing (`errSecPassphraseRequired`).
    case passphraseRequired = -25260
    /// Trust settings are damaged, or other users can change them (`errSecInvalidTrustSettings`).
    case invalidTrustSettings = -25262
    /// There are no trust settings (`errSecNoTrustSettings`).
    case noTrustSettings = -25263
    /// The password of a PKCS#12 file is wrong (`errSecPkcs12VerifyFailure`).
    case pkcs12VerifyFailure = -25264
    /// The store cannot be used (`errSecNotAvailable`).
    case notAvailable = -25291
    /// The store cannot be written (`errSecReadOnly`).
    case readOnly = -25292
    /// Authentication did not succeed (`errSecAuthFailed`).
    case authenticationFailed = -25293
    /// No keychain has the given name (`errSecNoSuchKeychain`).
    case noSuchKeychain = -25294
    /// The file is not a keychain (`errSecInvalidKeychain`).
    case invalidKeychain = -25295
    /// A keychain with the given name already exists (`errSecDuplicateKeychain`).
    case duplicateKeychain = -25296
    /// An item with the same uniqueness key exists (`errSecDuplicateItem`).
    case duplicateItem = -25299
    /// No item matches the query (`errSecItemNotFound`).
    case itemNotFound = -25300
    /// A value exceeds the size limit of an item (`errSecDataTooLarge`).
    case dataTooLarge = -25302
    /// The item class does not have the attribute (`errSecNoSuchAttr`).
    case noSuchAttribute = -25303
    /// A reference is stale or incomplete (`errSecInvalidItemRef`).
    case invalidItemReference = -25304
    /// The item class is unknown, or differs from the class of the reference (`errSecNoSuchClass`).
    case noSuchClass = -25306
    /// There is no default keychain (`errSecNoDefaultKeychain`).
    case noDefaultKeychain = -25307
    /// The keychain is locked, or a prompt is necessary but forbidden
    /// (`errSecInteractionNotAllowed`).
    case interactionNotAllowed = -25308
    /// A key that may not leave the keychain cannot be exported (`errSecDataNotAvailable`).
    case dataNotAvailable = -25316
    /// Bytes or a number cannot be decoded (`errSecDecode`).
    case decode = -26275
    /// An unexpected state occurred (`errSecInternal`).
    case unexpected = -26276
    /// The caller does not have an access group or another entitlement
    /// (`errSecMissingEntitlement`).
    case missingEntitlement = -34018
  }
}
