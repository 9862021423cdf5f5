import KeychainModel

/// The form of a dictionary key that may appear in a message.
///
/// A faulty program may pass a password as a key. Messages are logged, so they show only known keys.
enum KeyName {
  static func shown(_ key: String) -> String {
    if AttributeName(key: key) != nil || others.contains(key) { return key }
    return "a key of \(key.utf8.count) bytes"
  }

  private static let others: Set = [
    "class", "nleg", "dspk", "clip", "accc", "musr", "persistref", "rowid", "data", "v_pk", "ggrp",
    "m_Policy", "m_ItemList", "m_SearchList", "m_Issuers", "m_EmailAddressIfPresent",
    "m_SubjectContains", "m_HostOrSubdomainOfHost", "m_CaseInsensitive", "m_TrustedOnly",
    "m_ValidOnDate", "m_Limit", "m_SubjectStartsWith", "m_SubjectEndsWith",
    "m_SubjectWholeString", "m_DiacriticInsensitive", "m_WidthInsensitive", "kSecMatchLimit",
    "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "u_ItemList", "u_Tomb", "u_CredRef",
    "u_OpPrompt", "u_NoAuthUI", "u_AuthUI", "u_SystemKeychainAlways", "u_SystemKeychain",
    "u_SyncBubbleKeychain", "u_UserIndependentKeychain", "u_CallerName", "u_TokenRawItems",
    "u_CertWithIssuers", "u_AuthCtx", "u_Keychain", "v_Data", "v_Ref", "v_PersistentRef",
  ]
}
