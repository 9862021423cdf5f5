/// The function that a dictionary was passed to.
enum Operation {
  case add
  case search
  case update
  case delete

  /// Whether the function changes or removes existing items.
  var changesItems: Bool { self == .update || self == .delete }
}
