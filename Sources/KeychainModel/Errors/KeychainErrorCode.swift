extension KeychainError {
  /// The statuses that the item layer produces; the raw value is the `OSStatus`.
  package enum Code: Int32, Sendable, CaseIterable {
    /// Not supported here (`errSecUnimplemented`).
    case unimplemented = -4
    /// Reading or writing the store failed (`errSecIO`).
    case inputOutput = -36
    /// An argument is wrong (`errSecParam`).
    case parameter = -50
    /// The caller may not write that (`errSecWrPerm`).
    case writePermission = -61
    /// Out of memory (`errSecAllocate`).
    case allocation = -108
    /// A prompt was dismissed (`errSecUserCanceled`).
    case userCancelled = -128
    /// A lower component failed (`errSecInternalComponent`).
    case internalComponent = -2070
    /// The store cannot be used (`errSecNotAvailable`).
    case notAvailable = -25291
    /// The store cannot be written (`errSecReadOnly`).
    case readOnly = -25292
    /// Authentication did not succeed (`errSecAuthFailed`).
    case authenticationFailed = -25293
    /// An item with the same uniqueness key exists (`errSecDuplicateItem`).
    case duplicateItem = -25299
    /// No item matches (`errSecItemNotFound`).
    case itemNotFound = -25300
    /// The content is larger than an item may be (`errSecDataTooLarge`).
    case dataTooLarge = -25302
    /// The class has no such attribute (`errSecNoSuchAttr`).
    case noSuchAttribute = -25303
    /// A reference is stale or incomplete (`errSecInvalidItemRef`).
    case invalidItemReference = -25304
    /// The class is unknown, or differs from that of the reference (`errSecNoSuchClass`).
    case noSuchClass = -25306
    /// Keys or certificates cannot be read or written so (`errSecUnsupportedFormat`).
    case unsupportedFormat = -25256
    /// Bytes to be imported are of no format that is known (`errSecUnknownFormat`).
    case unknownFormat = -25257
    /// There are several private keys where one may be (`errSecMultiplePrivKeys`).
    case multiplePrivateKeys = -25259
    /// A passphrase is needed, and none was given (`errSecPassphraseRequired`).
    case passphraseRequired = -25260
    /// Trust settings are damaged, or somebody else's (`errSecInvalidTrustSettings`).
    case invalidTrustSettings = -25262
    /// There are no trust settings (`errSecNoTrustSettings`).
    case noTrustSettings = -25263
    /// The password is not that of a PKCS#12 file (`errSecPkcs12VerifyFailure`).
    case pkcs12VerifyFailure = -25264
    /// Locked, or a prompt is needed but forbidden (`errSecInteractionNotAllowed`).
    case interactionNotAllowed = -25308
    /// Bytes or a number cannot be decoded (`errSecDecode`).
    case decode = -26275
    /// Unexpected state (`errSecInternal`).
    case unexpected = -26276
    /// The caller lacks an access group or another entitlement (`errSecMissingEntitlement`).
    case missingEntitlement = -34018
  }
}
