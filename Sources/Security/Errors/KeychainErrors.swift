// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of keychains, items, import and export, and trust settings.

/// The access list is too complex for the simple form of access lists.
public let errSecACLNotSimple: OSStatus = -25240

/// No policy has the given name.
public let errSecPolicyNotFound: OSStatus = -25241

/// A trust setting is invalid.
public let errSecInvalidTrustSetting: OSStatus = -25242

/// The item has no access record.
public let errSecNoAccessForItem: OSStatus = -25243

/// The owner of the item may not be changed in this way.
public let errSecInvalidOwnerEdit: OSStatus = -25244

/// Trust has not been evaluated, so there is no result.
public let errSecTrustNotAvailable: OSStatus = -25245

/// Import or export in the requested format is not supported.
public let errSecUnsupportedFormat: OSStatus = -25256

/// The format of the data for the import is unknown.
public let errSecUnknownFormat: OSStatus = -25257

/// The key may leave the keychain only in wrapped form.
public let errSecKeyIsSensitive: OSStatus = -25258

/// The data for the import contain more than one private key.
public let errSecMultiplePrivKeys: OSStatus = -25259

/// A passphrase is required to open the data.
public let errSecPassphraseRequired: OSStatus = -25260

/// The reference to a password is invalid.
public let errSecInvalidPasswordRef: OSStatus = -25261

/// The record of trust settings is damaged, or other users can change it.
public let errSecInvalidTrustSettings: OSStatus = -25262

/// There are no trust settings.
public let errSecNoTrustSettings: OSStatus = -25263

/// The integrity check of the PKCS #12 file failed. The usual reason is a wrong password.
public let errSecPkcs12VerifyFailure: OSStatus = -25264

/// The keychain cannot be used, because its store is missing, damaged or busy.
public let errSecNotAvailable: OSStatus = -25291

/// The keychain can be read but not written.
public let errSecReadOnly: OSStatus = -25292

/// The passphrase or other proof of identity was not accepted.
public let errSecAuthFailed: OSStatus = -25293

/// No keychain has the given name.
public let errSecNoSuchKeychain: OSStatus = -25294

/// The file is not a keychain.
public let errSecInvalidKeychain: OSStatus = -25295

/// A keychain with the given name already exists.
public let errSecDuplicateKeychain: OSStatus = -25296

/// The callback is already registered.
public let errSecDuplicateCallback: OSStatus = -25297

/// The callback cannot be used.
public let errSecInvalidCallback: OSStatus = -25298

/// An item with the same uniqueness key already exists in the keychain. Update the stored item
/// instead of adding another item.
public let errSecDuplicateItem: OSStatus = -25299

/// No item matches the search, the update or the deletion.
public let errSecItemNotFound: OSStatus = -25300

/// The caller's buffer is too small for the result.
public let errSecBufferTooSmall: OSStatus = -25301

/// The data of the item exceed the size limit.
public let errSecDataTooLarge: OSStatus = -25302

/// Items of the class do not have the attribute. The dictionary contains an attribute of another
/// class, or an unknown attribute.
public let errSecNoSuchAttr: OSStatus = -25303

/// The reference to an item is stale or incomplete.
public let errSecInvalidItemRef: OSStatus = -25304

/// The handle of the search is no longer valid.
public let errSecInvalidSearchRef: OSStatus = -25305

/// No item class has the given name.
public let errSecNoSuchClass: OSStatus = -25306

/// There is no default keychain.
public let errSecNoDefaultKeychain: OSStatus = -25307

/// User interaction is not allowed. A call also returns this status if the accessibility of an item
/// requires an unlocked keychain and the keychain is locked.
public let errSecInteractionNotAllowed: OSStatus = -25308

/// The keychain sets the attribute itself, so callers cannot change the attribute.
public let errSecReadOnlyAttr: OSStatus = -25309

/// Another version of the software wrote the keychain.
public let errSecWrongSecVersion: OSStatus = -25310

/// A key of the given size cannot be made or used.
public let errSecKeySizeNotAllowed: OSStatus = -25311

/// The component that stores items is missing.
public let errSecNoStorageModule: OSStatus = -25312

/// The component that handles certificates is missing.
public let errSecNoCertificateModule: OSStatus = -25313

/// The component that applies policies is missing.
public let errSecNoPolicyModule: OSStatus = -25314

/// The operation requires a prompt to the user.
public let errSecInteractionRequired: OSStatus = -25315

/// The data of the item cannot be obtained.
public let errSecDataNotAvailable: OSStatus = -25316

/// The data of the item cannot be changed.
public let errSecDataNotModifiable: OSStatus = -25317

/// A certificate that is necessary to complete the chain is missing.
public let errSecCreateChainFailed: OSStatus = -25318

/// The domain of preferences does not exist.
public let errSecInvalidPrefsDomain: OSStatus = -25319

/// The screen is off while the machine is awake, so a prompt to the user is impossible.
public let errSecInDarkWake: OSStatus = -25320

/// The supposed issuer did not sign the certificate.
public let errSecNotSigner: OSStatus = -26267

/// The bytes cannot be decoded to a value of the expected type.
public let errSecDecode: OSStatus = -26275
