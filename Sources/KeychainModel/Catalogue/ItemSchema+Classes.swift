// The attributes of the item classes (specification: secitem 2.3 to 2.7). The tables of this file do not contain the
// attributes with the keys `rowid`, `v_Data`, `v_pk`, `u_Tomb` and `persistref`, because the parser handles these keys.
// `attributeCount` includes these attributes.

extension ItemSchema {
  package static func of(_ itemClass: ItemClass) -> ItemSchema {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key: key
    case .identity: identity
    }
  }

  package static let genericPassword = ItemSchema(
    .genericPassword, attributeCount: 38,
    indices: [
      SearchIndex(1, "by_service_account", [.service, .account]),
      SearchIndex(2, "by_service", [.service]),
      SearchIndex(3, "by_account", [.account]),
      SearchIndex(4, "by_label", [.label]),
      SearchIndex(5, "by_generic", [.generic]),
    ],
    auxiliaryIndex: .freeAttributes,
    attributes: Attribute.dates + Attribute.passwords + [
      Attribute("acct", 16, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("svce", 17, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("gena", 18, .blob),
      Attribute(
        .freeAttributes, 25, .data, [.digested, .settableByAdd, .settableByUpdate, .searchable]),
    ] + Attribute.recorded + Attribute.common)

  package static let internetPassword = ItemSchema(
    .internetPassword, attributeCount: 48,
    indices: [
      SearchIndex(1, "by_server_account", [.server, .account]),
      SearchIndex(2, "by_server", [.server]),
      SearchIndex(3, "by_account", [.account]),
      SearchIndex(4, "by_label", [.label]),
    ],
    auxiliaryIndex: .domains,
    attributes: Attribute.dates + Attribute.passwords + [
      Attribute("acct", 16, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("sdmn", 19, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("srvr", 20, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("ptcl", 21, .spelledNumber, [.ordinary, .unique], default: .number(0)),
      Attribute("atyp", 22, .spelledBlob, [.ordinary, .unique], default: .string("")),
      Attribute("port", 23, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("path", 24, .blob, [.ordinary, .unique], default: .string("")),
    ] + Attribute.recorded + Attribute.common + Attribute.extraSecrets)

  /// The first index finds a certificate by its identity: issuer and serial number. The index of the public key hash
  /// finds the certificates of a private key. The index of the subject finds the certificate of an issuer.
  package static let certificate = ItemSchema(
    .certificate, attributeCount: 33,
    indices: [
      SearchIndex(1, "by_issuer_serial", [.issuer, .serialNumber]),
      SearchIndex(2, "by_public_key_hash", [.publicKeyHash]),
      SearchIndex(3, "by_subject", [.subject]),
      SearchIndex(4, "by_label", [.label]),
      SearchIndex(5, "by_issuer", [.issuer]),
    ],
    attributes: Attribute.dates + [
      Attribute("ctyp", 64, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("cenc", 65, .number),
      Attribute("labl", 8, .blob),
      Attribute("alis", 9, .blob),
      Attribute("subj", 66, .data),
      Attribute("issr", 67, .data, [.ordinary, .unique], default: .data([])),
      Attribute("slnr", 68, .data, [.ordinary, .unique], default: .data([])),
      Attribute("skid", 69, .data),
      Attribute("pkhh", 70, .data),
    ] + Attribute.common)

  /// Programs find keys by three attributes: the hash of the public key, the tag and the label. The two keys of a pair
  /// have the same values for these attributes. Keys of different pairs rarely have the same hash or tag, so a search
  /// by hash or tag finds few rows. Many programs give all their keys the same label, so the index of the hash is
  /// first. The key class and the key type have no index, because an index would cost each add more time than a search
  /// gains.
  package static let key = ItemSchema(
    .key, attributeCount: 51,
    indices: [
      SearchIndex(1, "by_application_label", [.applicationLabel]),
      SearchIndex(2, "by_application_tag", [.applicationTag]),
      SearchIndex(3, "by_label", [.label]),
    ],
    attributes: Attribute.dates + [
      Attribute("kcls", 80, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("labl", 8, .blob),
      Attribute("alis", 9, .blob),
      Attribute("perm", 81, .number),
      Attribute("priv", 82, .number),
      Attribute("modi", 83, .number),
      Attribute("klbl", 84, .data, [.ordinary, .unique], default: .data([])),
      Attribute("atag", 85, .blob, [.ordinary, .unique], default: .string("")),
      Attribute("crtr", 5, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("type", 6, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("bsiz", 86, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("esiz", 87, .number, [.ordinary, .unique], default: .number(0)),
      Attribute("sdat", 88, .date, [.ordinary, .unique], default: .date(0)),
      Attribute("edat", 89, .date, [.ordinary, .unique], default: .date(0)),
      Attribute("sens", 90, .number),
      Attribute("asen", 91, .number),
      Attribute("extr", 92, .number),
      Attribute("next", 93, .number),
      Attribute("encr", 94, .number),
      Attribute("decr", 95, .number),
      Attribute("drve", 96, .number),
      Attribute("sign", 97, .number),
      Attribute("vrfy", 98, .number),
      Attribute("snrc", 99, .number),
      Attribute("vyrc", 100, .number),
      Attribute("wrap", 101, .number),
      Attribute("unwp", 102, .number),
    ] + Attribute.recorded + Attribute.common)

  /// An identity has the attributes of its certificate and the attributes of its key.
  package static let identity: ItemSchema = {
    let shared = Set(certificate.attributes.map(\.name))
    return ItemSchema(
      .identity, attributeCount: 84, indices: [],
      attributes: certificate.attributes + key.attributes.filter { !shared.contains($0.name) })
  }()
}

extension Attribute {
  static let dates = [
    Attribute(
      "cdat", 1, .date,
      [.digested, .returnedByAdd, .returnedBySearch, .settableByUpdate, .searchable]),
    Attribute("mdat", 2, .date, [.digested, .returnedByAdd, .returnedBySearch, .searchable]),
  ]

  static let passwords = [
    Attribute("desc", 3, .blob),
    Attribute("icmt", 4, .blob),
    Attribute("crtr", 5, .number),
    Attribute("type", 6, .number),
    Attribute("scrp", 7, .number),
    Attribute("labl", 8, .blob),
    Attribute("alis", 9, .blob),
    Attribute("invi", 10, .number),
    Attribute("nega", 11, .number),
    Attribute("cusi", 12, .number),
    Attribute("prot", 13, .blob),
  ]

  static let recorded = [Attribute(.accessList, 103, .blob, [.settableByAdd, .settableByUpdate])]

  static let common = [
    Attribute("data", 32, .none, []),
    Attribute("agrp", 33, .string, [.ordinary, .unique]),
    Attribute("pdmn", 34, .accessibility, [.ordinary, .column]),
    Attribute("sync", 35, .synchronizable, [.ordinary, .unique, .column], default: .number(0)),
    Attribute(
      "tomb", 36, .tombstone,
      [.digested, .returnedBySearch, .settableByAdd, .settableByUpdate, .searchable, .column],
      default: .number(0)),
    Attribute("sha1", 37, .digest, [.returnedByAdd, .returnedBySearch, .searchable]),
    Attribute("vwht", 38, .string, [.ordinary, .unique]),
    Attribute("tkid", 39, .string, [.ordinary, .unique]),
    Attribute(
      "accc", 40, .accessControl, [.returnedBySearch, .settableByAdd, .settableByUpdate]),
    Attribute("musr", 41, .uuid, [.unique, .returnedBySearch, .searchable], default: .data([])),
    Attribute("UUID", 42, .string, [.settableByAdd, .settableByUpdate, .searchable]),
    Attribute("sysb", 43, .number, entitlement: "com.apple.private.keychain.sysbound"),
    Attribute("pcss", 44, .number, entitlement: "com.apple.private.ckks.plaintextfields"),
    Attribute("pcsk", 45, .blob, entitlement: "com.apple.private.ckks.plaintextfields"),
    Attribute("pcsi", 46, .blob, entitlement: "com.apple.private.ckks.plaintextfields"),
    Attribute("clip", 47, .none, []),
    Attribute(
      "ggrp", 48, .string,
      [.digested, .returnedByAdd, .returnedBySearch, .settableByAdd, .searchable, .unique],
      entitlement: "com.apple.private.keychain.kcsharing.client"),
  ]

  static let extraSecrets = ["binn", "bini", "bin0", "bin1", "bin2", "bin3"].enumerated().map {
    Attribute(
      $1, UInt8(49 + $0), .data, [.secret, .settableByAdd, .settableByUpdate],
      entitlement: "com.apple.private.keychain.inet_expansion_fields")
  }
}
