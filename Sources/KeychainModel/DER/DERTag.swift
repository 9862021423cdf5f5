/// The ASN.1 tags in keys and certificates.
package enum DERTag: UInt8 {
  case boolean = 0x01
  case integer = 0x02
  case bitString = 0x03
  case octetString = 0x04
  case null = 0x05
  case objectIdentifier = 0x06
  case utf8String = 0x0C
  case numericString = 0x12
  case printableString = 0x13
  case teletexString = 0x14
  case videotexString = 0x15
  case ia5String = 0x16
  case utcTime = 0x17
  case generalizedTime = 0x18
  case visibleString = 0x1A
  case generalString = 0x1B
  case universalString = 0x1C
  case bmpString = 0x1E
  case sequence = 0x30
  case set = 0x31
  /// The implicit tags `[0]`, `[1]`, `[2]`, `[6]`, `[7]`, `[8]` of primitive elements.
  case implicit0 = 0x80
  case implicit1 = 0x81
  case implicit2 = 0x82
  case implicit6 = 0x86
  case implicit7 = 0x87
  case implicit8 = 0x88
  /// The explicit tags `[0]`, `[1]`, `[3]`, `[4]`, which enclose other elements.
  case explicit0 = 0xA0
  case explicit1 = 0xA1
  case explicit3 = 0xA3
  case explicit4 = 0xA4
}
