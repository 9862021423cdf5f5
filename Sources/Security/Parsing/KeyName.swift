import KeychainModel

/// The key of a dictionary as a sentence may show it.
///
/// A program that puts things in wrong places may have put a password in the place of a key:
/// sentences go to logs, and name only keys that there are.
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
