"""What a basket of articles costs, in whole cents."""
