"""Examples that stand beside the content, played."""
