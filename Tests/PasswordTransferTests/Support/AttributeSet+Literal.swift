package import KeychainModel

extension AttributeSet: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (AttributeName, AttributeValue)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}
