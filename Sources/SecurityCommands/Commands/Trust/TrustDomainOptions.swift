import CertificateTrust

extension Arguments {
  /// The domain to change: the administrator's with `-d`, otherwise the user's.
  var changedTrustDomain: TrustSettingsDomain { has("d") ? .admin : .user }

  /// The domain to read. With `-s` it is the system's. In some commands `-s` has another meaning.
  var readTrustDomain: TrustSettingsDomain { has("s") ? .system : changedTrustDomain }
}
