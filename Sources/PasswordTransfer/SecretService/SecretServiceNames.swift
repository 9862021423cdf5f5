/// Names of attributes of the Secret Service, and values of the attribute `xdg:schema`.
package enum SecretServiceNames {
  package static let schema = "xdg:schema"

  /// The schema of items for which the program named none.
  package static let genericSchema = "org.freedesktop.Secret.Generic"

  /// The schema of passwords for servers.
  package static let networkSchema = "org.gnome.keyring.NetworkPassword"

  /// The attributes that may contain the service of a generic password. The first that an item has is used.
  package static let services = ["service", "server", "domain", "application"]

  /// The attributes that may contain the account of a generic password. The first that an item has is used.
  package static let accounts = ["username", "user", "account", "login"]
}
