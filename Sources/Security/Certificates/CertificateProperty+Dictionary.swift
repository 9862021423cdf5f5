import Foundation
import X509Certificates

extension CertificateProperty {
  /// The dictionary that `SecCertificateCopyValues` returns for the property.
  var dictionary: NSDictionary {
    let label = NSString(string: label)
    let (type, value) = typeAndValue
    return [
      kSecPropertyKeyType: type, kSecPropertyKeyLabel: label,
      kSecPropertyKeyLocalizedLabel: label, kSecPropertyKeyValue: value,
    ]
  }

  private var typeAndValue: (CFString, NSObject) {
    switch value {
    case .string(let text): (kSecPropertyTypeString, NSString(string: text))
    case .data(let bytes): (kSecPropertyTypeData, Data(bytes) as NSData)
    case .number(let number): (kSecPropertyTypeNumber, NSNumber(value: number))
    case .strings(let texts):
      (kSecPropertyTypeArray, texts.map { NSString(string: $0) } as NSArray)
    case .section(let properties):
      (kSecPropertyTypeSection, properties.map(\.dictionary) as NSArray)
    }
  }
}
