import CertificateTrust

extension Arguments {
  /// Whose trust settings are changed: with `-d` the administrator's, else the user's.
  var changedTrustDomain: TrustSettingsDomain { has("d") ? .admin : .user }

  /// Whose are read: with `-s` the system's. Not every command means that by it.
  var readTrustDomain: TrustSettingsDomain { has("s") ? .system : changedTrustDomain }
}
