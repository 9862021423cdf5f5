/// The tags of ASN.1 that keys are written with.
enum DERTag: UInt8 {
  case integer = 0x02
  case bitString = 0x03
  case objectIdentifier = 0x06
  case null = 0x05
  case sequence = 0x30
}
